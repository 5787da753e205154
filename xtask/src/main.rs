//! All automation of the project: `cargo xtask test|vectors|bench`.

fn main() {}
