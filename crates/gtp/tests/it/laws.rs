//! The laws that the fuzz targets `gtp_line` and `analysis_json` share with the plain tests.

use board::BoardSize;
use gtp::{
    Action, Answer, Command, Message, ReplyReader, Request, Vertex, format_rules, parse_rules,
    parse_vertex,
};

/// Any bytes as lines of a controller: nothing panics, what is no request is said to be none, names are known exactly
/// when they are listed, and whatever is answered is read back as it was meant.
#[allow(dead_code, reason = "each fuzz target uses one law")]
pub(crate) fn lines(bytes: &[u8]) {
    for line in bytes.split(|&byte| byte == b'\n') {
        match Request::parse(line) {
            Ok(None) => {}
            Ok(Some(request)) => self::request(&request),
            Err(error) => answer(&Answer::failure(error.id(), error.to_string())),
        }
        if gtp::is_interrupt(line) {
            assert_eq!(Request::parse(line), Ok(None));
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
        if let Ok(Command::Analyze { options, .. }) = &command {
            assert!(options.restrictions.iter().all(|entry| entry.until_depth > 0));
        }
        if let Ok(Command::SetRules(text)) = &command {
            rules(text);
        }
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

/// Rules that are read are written so that they are read as the same.
fn rules(text: &str) {
    if let Ok(rules) = parse_rules(text) {
        let written = format_rules(&rules);
        let again = parse_rules(&written);
        assert_eq!(again.as_deref().map(format_rules), Ok(written));
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

/// Any bytes as lines of the JSON protocol: nothing panics, every answer is one line of JSON with the query's id, and
/// what is asked for lies on the board and in the game.
#[allow(dead_code, reason = "each fuzz target uses one law")]
pub(crate) fn queries(bytes: &[u8]) {
    for line in bytes.split(|&byte| byte == b'\n') {
        match Message::parse(line) {
            Ok(Message::Query(query)) => {
                assert!(query.turns.iter().all(|(turn, _)| *turn as usize <= query.moves.len()));
                assert!(query.stones.iter().all(|(_, point)| query.size.contains(*point)));
                let mut turns: Vec<u32> = query.turns.iter().map(|(turn, _)| *turn).collect();
                turns.sort_unstable();
                assert!(turns.windows(2).all(|pair| pair[0] < pair[1]), "a turn twice");
                for warning in &query.warnings {
                    object(&warning.answer(&query.id), &query.id);
                }
                object(&gtp::no_results(&query.id, 0), &query.id);
            }
            Ok(Message::Action(request)) => {
                let text = match request.action {
                    Action::QueryVersion => request.version("1", "<omitted>"),
                    Action::QueryModels => request.models(&[]),
                    _ => request.echo(),
                };
                assert!(text.starts_with('{') && text.ends_with('}') && !text.contains('\n'));
            }
            Err(error) => {
                let text = error.answer();
                assert!(text.starts_with("{\"error\":") && !text.contains('\n'), "{text}");
                assert_eq!(text.contains("\"field\":"), error.field.is_some(), "{text}");
            }
        }
    }
}

fn object(text: &str, id: &str) {
    assert!(!text.contains('\n'), "{text}");
    // Read as a query without fields, an answer names its own id in the error.
    let error = Message::parse(text.as_bytes()).expect_err("no query");
    assert_eq!(error.id.as_deref(), Some(id));
}
