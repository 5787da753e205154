//! Getting bytes over HTTP, with a bar.

use std::io::{self, Read, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rules::Lang;
use sha2::{Digest, Sha256};
use ureq::Agent;
use ureq::tls::{RootCerts, TlsConfig};

use crate::lang::tr;
use crate::trouble::Trouble;

/// Pages of an index are not larger.
const LARGEST_PAGE: u64 = 32 << 20;

/// A client that believes the certificates that the system believes.
pub(super) fn client() -> Agent {
    let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
    Agent::config_builder()
        .tls_config(tls)
        .timeout_connect(Some(Duration::from_secs(30)))
        .timeout_recv_response(Some(Duration::from_secs(60)))
        .timeout_recv_body(Some(Duration::from_secs(2 * 60 * 60)))
        .user_agent(concat!("shoutan/", env!("CARGO_PKG_VERSION")))
        .build()
        .into()
}

/// A page as text.
pub(super) fn page(client: &Agent, url: &str, accept: &str, lang: Lang) -> Result<String, Trouble> {
    let answer = client.get(url).header("accept", accept).call();
    let mut answer = answer.map_err(|error| failed(url, &error.to_string(), lang))?;
    let mut text = String::new();
    let read = answer.body_mut().as_reader().take(LARGEST_PAGE).read_to_string(&mut text);
    read.map_err(|error| failed(url, &error.to_string(), lang))?;
    Ok(text)
}

/// Writes what an address holds into `out`, at most `limit` bytes; answers the SHA-256 in hexadecimal digits.
pub(super) fn download(
    client: &Agent,
    url: &str,
    limit: u64,
    out: &mut impl Write,
    lang: Lang,
) -> Result<String, Trouble> {
    let answer = client.get(url).call().map_err(|error| failed(url, &error.to_string(), lang))?;
    let body = answer.into_body();
    let length = body.content_length();
    let bar = bar(length, url);
    let mut reader = body.into_reader();
    let (mut hash, mut buffer, mut done) = (Sha256::new(), vec![0; 1 << 16], 0);
    loop {
        let count = match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(failed(url, &error.to_string(), lang)),
        };
        done += count as u64;
        if done > limit {
            let what = tr!(lang, "超过 {limit} 字节，太大了", "is larger than {limit} bytes");
            return Err(Trouble::new("net_too_large", url, what, ""));
        }
        hash.update(&buffer[..count]);
        out.write_all(&buffer[..count]).map_err(|error| failed(url, &error.to_string(), lang))?;
        bar.set_position(done);
    }
    bar.finish_and_clear();
    if let Some(length) = length.filter(|&length| length != done) {
        let why = tr!(lang, "只收到 {done} / {length} 字节", "only {done} of {length} bytes came");
        return Err(failed(url, &why, lang));
    }
    Ok(hex(&hash.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bar(length: Option<u64>, url: &str) -> ProgressBar {
    // Hidden when stderr is no terminal.
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    let template =
        "{spinner} {msg} {wide_bar:.cyan/dim} {bytes}/{total_bytes}  {bytes_per_sec}  {eta}";
    bar.set_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let file = url.split(['?', '#']).next().unwrap_or_default().rsplit('/').next();
    bar.set_message(file.unwrap_or_default().to_owned());
    bar
}

fn failed(url: &str, why: &str, lang: Lang) -> Trouble {
    Trouble::new(
        "download",
        url,
        tr!(lang, "没能下载（{why}）", "could not be fetched ({why})"),
        tr!(
            lang,
            "检查网络；也可用别处下载的文件：shoutan net install 文件",
            "see to the connection, or install a file from elsewhere: shoutan net install FILE"
        ),
    )
}
