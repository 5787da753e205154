/// What an engine answered, as its controller reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the request, if the engine repeated one.
    pub id: Option<u32>,
    /// The text, or the error message.
    pub result: Result<String, String>,
}

/// The longest answer kept, in bytes; what an engine says beyond it is cut off.
const MAX_REPLY: usize = 1 << 20;

/// Puts the lines of an engine together into replies.
#[derive(Clone, Debug, Default)]
pub struct ReplyReader {
    lines: Vec<String>,
    bytes: usize,
}

impl ReplyReader {
    /// A reader at the start of a reply.
    pub fn new() -> ReplyReader {
        ReplyReader::default()
    }

    /// Takes a line; gives the reply that it ends, if it does. Lines before a `=` or `?` are noise and dropped.
    pub fn push(&mut self, line: &str) -> Option<Reply> {
        let line = line.trim_end_matches(['\r', '\n']);
        if self.lines.is_empty() {
            if line.starts_with(['=', '?']) {
                self.keep(line);
            }
            return None;
        }
        if !line.is_empty() {
            self.keep(line);
            return None;
        }
        self.bytes = 0;
        Some(reply(&std::mem::take(&mut self.lines)))
    }

    fn keep(&mut self, line: &str) {
        self.bytes = self.bytes.saturating_add(line.len() + 1);
        if self.bytes <= MAX_REPLY {
            self.lines.push(line.to_owned());
        }
    }
}

fn reply(lines: &[String]) -> Reply {
    let text = lines.join("\n");
    let fine = text.starts_with('=');
    let rest = text.get(1..).unwrap_or_default();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (id, rest) = rest.split_at_checked(digits).unwrap_or(("", rest));
    let text = rest.trim().to_owned();
    Reply { id: id.parse().ok(), result: if fine { Ok(text) } else { Err(text) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answer;

    fn read(text: &str) -> Vec<Reply> {
        let mut reader = ReplyReader::new();
        text.lines().filter_map(|line| reader.push(line)).collect()
    }

    #[test]
    fn replies_are_read_as_written() {
        for answer in [
            Answer::success(Some(5), "Q16"),
            Answer::success(None, "a\nb"),
            Answer::failure(Some(1), "illegal move"),
            Answer::success(None, ""),
        ] {
            let replies = read(&answer.to_string());
            assert_eq!(replies, [Reply { id: answer.id, result: answer.result }]);
        }
    }

    #[test]
    fn noise_is_dropped() {
        let replies = read("loading\n\n\n= 1.0\r\n\r\n\n\n?12 no\n\n");
        assert_eq!(
            replies,
            [
                Reply { id: None, result: Ok("1.0".to_owned()) },
                Reply { id: Some(12), result: Err("no".to_owned()) },
            ]
        );
    }
}
