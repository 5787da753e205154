//! Just enough HTTP/1.1 for the API of a server on this machine: JSON in, JSON out, connections kept.

use api::ErrorBody;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::{Duration, timeout};

use crate::error::LoadError;
use crate::target::Target;

/// Longer answers are not read.
const LONGEST: usize = 64 * 1024 * 1024;

/// A request that takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// The connection failed.
    #[error("{0}")]
    Connection(String),
    /// The server answered with an error.
    #[error("{status} {code}: {message}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// The server's code.
        code: String,
        /// Its words.
        message: String,
    },
}

impl HttpError {
    fn connection(error: impl std::fmt::Display) -> Self {
        Self::Connection(error.to_string())
    }

    /// Whether the same request may succeed a little later.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Connection(_) => true,
            Self::Refused { status, .. } => *status == 429 || *status >= 500,
        }
    }

    /// The server's code, or `connection`.
    pub(crate) fn code(&self) -> &str {
        match self {
            Self::Connection(_) => "connection",
            Self::Refused { code, .. } => code,
        }
    }

    /// The same as the error of a run.
    pub(crate) fn in_setting_up(self, what: &'static str) -> LoadError {
        let code = self.code().to_owned();
        let message = match self {
            Self::Connection(message) | Self::Refused { message, .. } => message,
        };
        LoadError::SetUp { what, code, message }
    }
}

/// An answer of the 200s.
#[derive(Debug)]
pub(crate) struct Answer {
    /// `name=value` of the cookie it sets.
    pub(crate) cookie: Option<String>,
    /// The body.
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The body as a wire type.
    pub(crate) fn json<T: serde::de::DeserializeOwned>(&self) -> Result<T, HttpError> {
        serde_json::from_slice(&self.body).map_err(HttpError::connection)
    }
}

/// A connection to the server, opened when it is needed.
#[derive(Debug)]
pub(crate) struct Http {
    target: Target,
    stream: Option<BufReader<TcpStream>>,
}

impl Http {
    /// No connection yet.
    pub(crate) const fn new(target: Target) -> Self {
        Self { target, stream: None }
    }

    /// Sends a request and reads the answer. One that breaks on a connection kept from before is sent again: the server may
    /// have closed it meanwhile.
    ///
    /// # Errors
    /// When there is no answer, or it is not of the 200s.
    pub(crate) async fn call(
        &mut self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        body: Option<&str>,
    ) -> Result<Answer, HttpError> {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAccept: application/json\r\n",
            self.target
        );
        if let Some(cookie) = cookie {
            head.push_str(&format!("Cookie: {cookie}\r\n"));
        }
        if body.is_some() {
            head.push_str("Content-Type: application/json\r\n");
        }
        let body = body.unwrap_or_default();
        if method != "GET" {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        let request = format!("{head}\r\n{body}");
        let kept = self.stream.is_some();
        match timeout(PATIENCE, self.exchange(&request)).await {
            Ok(Err(HttpError::Connection(_))) if kept => {
                timeout(PATIENCE, self.exchange(&request)).await.map_err(HttpError::connection)?
            }
            Ok(answer) => answer,
            Err(late) => {
                self.stream = None;
                Err(HttpError::connection(late))
            }
        }
    }

    async fn exchange(&mut self, request: &str) -> Result<Answer, HttpError> {
        // Put back only when the answer was read to its end.
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(self.target.address())
                    .await
                    .map_err(HttpError::connection)?;
                stream.set_nodelay(true).map_err(HttpError::connection)?;
                BufReader::with_capacity(4096, stream)
            }
        };
        stream.write_all(request.as_bytes()).await.map_err(HttpError::connection)?;
        let (status, head) = read_head(&mut stream).await?;
        let mut body = vec![0; head.length];
        stream.read_exact(&mut body).await.map_err(HttpError::connection)?;
        if !head.closes {
            self.stream = Some(stream);
        }
        if (200..300).contains(&status) {
            return Ok(Answer { cookie: head.cookie, body });
        }
        let (code, message) = match serde_json::from_slice::<ErrorBody>(&body) {
            Ok(body) => (body.error.code, body.error.message.en),
            Err(_) => {
                ("http".to_owned(), String::from_utf8_lossy(&body).chars().take(200).collect())
            }
        };
        Err(HttpError::Refused { status, code, message })
    }
}

#[derive(Debug, Default)]
struct Head {
    length: usize,
    cookie: Option<String>,
    closes: bool,
}

async fn read_head(stream: &mut BufReader<TcpStream>) -> Result<(u16, Head), HttpError> {
    let mut line = String::new();
    let mut status = None;
    let mut head = Head::default();
    loop {
        line.clear();
        let read =
            stream.take(16 * 1024).read_line(&mut line).await.map_err(HttpError::connection)?;
        if read == 0 {
            return Err(HttpError::connection("the connection was closed"));
        }
        let text = line.trim_end();
        let Some(status) = status else {
            let code = text.split(' ').nth(1).and_then(|code| code.parse::<u16>().ok());
            status = Some(code.ok_or_else(|| HttpError::connection(format!("no HTTP: {text:?}")))?);
            continue;
        };
        if text.is_empty() {
            return Ok((status, head));
        }
        let Some((name, value)) = text.split_once(':') else { continue };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => {
                head.length =
                    value.parse().ok().filter(|&length| length <= LONGEST).ok_or_else(|| {
                        HttpError::connection(format!("an answer of {value} bytes"))
                    })?;
            }
            "set-cookie" => head.cookie = value.split(';').next().map(str::to_owned),
            "connection" => head.closes = value.eq_ignore_ascii_case("close"),
            "transfer-encoding" => {
                return Err(HttpError::connection("an answer of unknown length"));
            }
            _ => {}
        }
    }
}
