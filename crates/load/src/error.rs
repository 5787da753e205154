//! [`LoadError`]: why a run could not be done. What goes wrong within a run is counted in its report instead.

use rules::Lang;

/// Why a run could not be done.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The address is not on this machine.
    #[error("{0} is not an address of this machine")]
    NotLoopback(String),
    /// The text is no address.
    #[error("{0} is no address with a port")]
    Address(String),
    /// A number is outside its bounds.
    #[error("{name} {value} is outside {least} to {most}")]
    Bounds {
        /// Which number.
        name: &'static str,
        /// Its value.
        value: u64,
        /// The least allowed.
        least: u64,
        /// The most allowed.
        most: u64,
    },
    /// The server cannot be reached.
    #[error("no server answers at {0}: {1}")]
    Unreachable(String, String),
    /// A player or game could not be set up; the code is the server's where it has one.
    #[error("setting up {what}: {code}: {message}")]
    SetUp {
        /// What was to be set up.
        what: &'static str,
        /// A code of the server's table, or `connection`.
        code: String,
        /// The server's words, or what the system says.
        message: String,
    },
    /// No usable line of play.
    #[error("no record has at least {0} moves of an even game on this board")]
    NoLines(usize),
    /// The system refuses something.
    #[error("{what}: {error}")]
    System {
        /// What was tried.
        what: String,
        /// What the system says.
        error: std::io::Error,
    },
}

impl LoadError {
    /// A stable word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotLoopback(_) => "not-loopback",
            Self::Address(_) => "address",
            Self::Bounds { .. } => "bounds",
            Self::Unreachable(..) => "unreachable",
            Self::SetUp { .. } => "set-up",
            Self::NoLines(_) => "no-records",
            Self::System { .. } => "system",
        }
    }

    /// The error in a language.
    pub fn describe(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return self.to_string();
        }
        match self {
            Self::NotLoopback(text) => format!("{text} 不是本机地址"),
            Self::Address(text) => format!("{text} 不是带端口的地址"),
            Self::Bounds { name, value, least, most } => {
                format!("{name} 为 {value}，应在 {least} 到 {most} 之间")
            }
            Self::Unreachable(address, error) => format!("{address} 没有服务器应答：{error}"),
            Self::SetUp { what, code, message } => format!("准备 {what} 时：{code}：{message}"),
            Self::NoLines(moves) => format!("没有一份棋谱是这种棋盘上至少 {moves} 手的分先对局"),
            Self::System { what, error } => format!("{what}：{error}"),
        }
    }

    /// What would help; empty when nothing is known.
    pub fn remedy(&self, lang: Lang) -> String {
        let (zh, en) = match self {
            Self::NotLoopback(_) => (
                "压测只针对本机：127.0.0.1、localhost 或 [::1]",
                "load is for this machine only: 127.0.0.1, localhost or [::1]",
            ),
            Self::Address(_) => ("写成 127.0.0.1:8361", "write it as 127.0.0.1:8361"),
            Self::Unreachable(..) => ("先运行 shoutan serve", "start shoutan serve first"),
            Self::SetUp { code, .. } if code.starts_with("limit.") || code == "server.busy" => (
                "服务器限制了来自同一地址的速率：压测时放宽它的限额（见 docs/LOAD.md）",
                "the server limits the rate of one address: raise its limits for the test (docs/LOAD.md)",
            ),
            Self::SetUp { code, .. } if code == "connection" => (
                "若是打开的文件太多：先 ulimit -n 20000（服务器和压测两边）",
                "if too many files are open: ulimit -n 20000, for the server and for load",
            ),
            _ => ("", ""),
        };
        match lang {
            Lang::Zh => zh.to_owned(),
            Lang::En => en.to_owned(),
        }
    }
}
