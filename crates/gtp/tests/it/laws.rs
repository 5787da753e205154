//! The laws that the fuzz target `gtp_line` and the plain tests share.

use board::BoardSize;
use gtp::{Answer, Command, ReplyReader, Request, Vertex, parse_vertex};

/// Any bytes as lines of a controller: nothing panics, what is no request is said to be none, names are known exactly
/// when they are listed, and whatever is answered is read back as it was meant.
pub(crate) fn lines(bytes: &[u8]) {
    for line in bytes.split(|&byte| byte == b'\n') {
        match Request::parse(line) {
            Ok(None) => {}
            Ok(Some(request)) => self::request(&request),
            Err(error) => answer(&Answer::failure(error.id(), error.to_string())),
        }
    }
}

fn request(request: &Request) {
    let words = request.arguments.iter().chain([&request.name]);
    for word in words.clone() {
        assert!(!word.is_empty() && !word.contains([' ', '\t', '#']), "{word:?}");
        assert!(!word.contains(char::is_control), "{word:?}");
    }
    for (columns, rows) in [(19, 19), (1, 1), (25, 7)] {
        let Ok(size) = BoardSize::new(columns, rows) else { continue };
        let command = Command::parse(request, size);
        let unknown = matches!(command, Err(gtp::CommandError::Unknown(_)));
        assert_eq!(unknown, !Command::NAMES.contains(&request.name.as_str()), "{}", request.name);
        let text = match &command {
            Ok(command) => format!("{command:?}"),
            Err(error) => error.to_string(),
        };
        answer(&Answer { id: request.id, result: command.map(|_| text.clone()).map_err(|_| text) });
        for word in words.clone() {
            if let Some(Vertex::Point(point)) = parse_vertex(word, size) {
                assert!(size.contains(point));
            }
        }
    }
}

/// An answer is one reply with the same number and text, blanks around it aside.
fn answer(answer: &Answer) {
    let mut reader = ReplyReader::new();
    let text = answer.to_string();
    let replies: Vec<_> = text.split('\n').filter_map(|line| reader.push(line)).collect();
    let [reply] = replies.as_slice() else { panic!("{} replies to {text:?}", replies.len()) };
    assert_eq!(reply.id, answer.id);
    assert_eq!(reply.result.is_ok(), answer.result.is_ok());
    let (Ok(read) | Err(read)) = &reply.result;
    let (Ok(meant) | Err(meant)) = &answer.result;
    assert_eq!(read.trim(), meant.trim());
}
