use std::fmt;

/// What an engine answers, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number of the request.
    pub id: Option<u32>,
    /// The text, or the error message.
    pub result: Result<String, String>,
}

impl Answer {
    /// Success with a text, which may be empty or have several lines.
    pub fn success(id: Option<u32>, text: impl Into<String>) -> Answer {
        Answer { id, result: Ok(text.into()) }
    }

    /// A failure.
    pub fn failure(id: Option<u32>, message: impl Into<String>) -> Answer {
        Answer { id, result: Err(message.into()) }
    }
}

impl fmt::Display for Answer {
    /// The answer with the empty line that ends it. Empty lines within a text would end it early and get a blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(message) => ('?', message),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let text = text.trim_end_matches('\n');
        if !text.is_empty() {
            write!(f, " ")?;
        }
        let mut start = true;
        for line in text.split('\n') {
            if !std::mem::take(&mut start) {
                writeln!(f)?;
                if line.is_empty() {
                    write!(f, " ")?;
                }
            }
            write!(f, "{line}")?;
        }
        write!(f, "\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_written_as_the_protocol_says() {
        assert_eq!(Answer::success(None, "").to_string(), "=\n\n");
        assert_eq!(Answer::success(Some(3), "D4").to_string(), "=3 D4\n\n");
        assert_eq!(
            Answer::failure(Some(0), "unknown command").to_string(),
            "?0 unknown command\n\n"
        );
        assert_eq!(Answer::success(None, "a\n\nb\n").to_string(), "= a\n \nb\n\n");
        assert_eq!(Answer::success(None, "\nboard").to_string(), "= \nboard\n\n");
    }
}
