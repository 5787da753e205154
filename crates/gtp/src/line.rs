use thiserror::Error;

/// The longest line read, in bytes; a longer one is answered with an error.
pub const MAX_LINE: usize = 256 * 1024;

/// A line of a controller: an optional number, a command's name, and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number to repeat in the answer.
    pub id: Option<u32>,
    /// The command's name, as written.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Why a line is no request. It is still answered, so that the controller does not wait.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// A number without a command.
    #[error("no command after the number {0}")]
    OnlyId(u32),
    /// The line is too long.
    #[error("line of {0} bytes is longer than {MAX_LINE}")]
    TooLong(usize),
}

impl LineError {
    /// The number to repeat in the answer.
    pub fn id(&self) -> Option<u32> {
        match self {
            LineError::OnlyId(id) => Some(*id),
            LineError::TooLong(_) => None,
        }
    }
}

/// Whether a line is GoGui's `# interrupt`, which ends the command that is running.
pub fn is_interrupt(line: &[u8]) -> bool {
    line.trim_ascii() == b"# interrupt"
}

impl Request {
    /// Reads a line without its line end: control characters are dropped, tabs become blanks, and what follows `#` is a
    /// comment; an empty line gives `None`. Bytes that are no UTF-8 become U+FFFD.
    ///
    /// # Errors
    /// When there is something, but no command.
    pub fn parse(line: &[u8]) -> Result<Option<Request>, LineError> {
        if line.len() > MAX_LINE {
            return Err(LineError::TooLong(line.len()));
        }
        let text = String::from_utf8_lossy(line);
        let clean: String = text
            .chars()
            .take_while(|&c| c != '#')
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|&c| !c.is_control())
            .collect();
        let mut words = clean.split(' ').filter(|word| !word.is_empty());
        let Some(first) = words.next() else { return Ok(None) };
        let digits = first.bytes().all(|byte| byte.is_ascii_digit());
        let id = if digits { first.parse().ok() } else { None };
        let name = match id {
            Some(id) => words.next().ok_or(LineError::OnlyId(id))?,
            None => first,
        };
        let arguments = words.map(str::to_owned).collect();
        Ok(Some(Request { id, name: name.to_owned(), arguments }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Option<Request> {
        Request::parse(line.as_bytes()).expect("a request or nothing")
    }

    #[test]
    fn numbers_names_and_arguments_are_told_apart() {
        let request = parse("12 play\tb  D4").expect("a request");
        assert_eq!((request.id, request.name.as_str()), (Some(12), "play"));
        assert_eq!(request.arguments, ["b", "D4"]);
        assert_eq!(parse("name").expect("a request").id, None);
    }

    #[test]
    fn comments_and_empty_lines_are_nothing() {
        for line in ["", "   ", "\t\r", "# play b D4", "\u{1}\u{7f}", "  # 1 name"] {
            assert_eq!(parse(line), None, "{line:?}");
        }
        assert_eq!(parse("komi 6.5 # as agreed").expect("a request").arguments, ["6.5"]);
    }

    #[test]
    fn control_characters_are_dropped() {
        let request = parse("3 na\u{0}me\r\u{b}").expect("a request");
        assert_eq!((request.id, request.name.as_str()), (Some(3), "name"));
        assert_eq!(
            Request::parse(b"\xff\xfe name").expect("a line").expect("a request").name,
            "\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn a_lonely_number_and_a_long_line_are_errors() {
        assert_eq!(Request::parse(b"7"), Err(LineError::OnlyId(7)));
        assert_eq!(Request::parse(b"7 # x"), Err(LineError::OnlyId(7)));
        let long = vec![b'a'; MAX_LINE + 1];
        assert_eq!(Request::parse(&long), Err(LineError::TooLong(MAX_LINE + 1)));
        // No 32-bit number: then it is a name nobody knows.
        assert_eq!(parse("99999999999 name").expect("a request").name, "99999999999");
    }
}
