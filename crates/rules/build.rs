//! Embeds every ruleset file: writes a table of (id, text) in name order for `ruleset::files`.

use std::{env, fmt::Write as _, fs, path::Path};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("rulesets");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths: Vec<_> =
        fs::read_dir(&folder)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    paths.retain(|p| p.extension().is_some_and(|e| e == "toml"));
    paths.sort();
    let mut table = String::from("&[\n");
    for path in paths {
        let id = path.file_stem().and_then(|s| s.to_str()).ok_or("ruleset file name")?;
        writeln!(table, "    ({id:?}, include_str!({path:?})),")?;
    }
    table.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("rulesets.rs"), table)?;
    Ok(())
}
