//! Texts from clients: control characters are refused at the door, and never reach the store or another's screen.

use api::Code;

use crate::error::Error;

/// Whether a text has a character that is no text: U+0000 and the other control characters.
pub(crate) fn has_controls(text: &str) -> bool {
    text.chars().any(char::is_control)
}

/// Refuses a text of one line that has control characters.
///
/// # Errors
/// `request.field` with the field's name.
pub(crate) fn one_line(field: &str, text: &str) -> Result<(), Error> {
    if has_controls(text) {
        return Err(Error::with(Code::BadField, format!("{field}: it has control characters")));
    }
    Ok(())
}

/// Whether a key or a text anywhere in a JSON value has control characters other than tabs and line breaks.
pub(crate) fn json_has_controls(value: &serde_json::Value) -> bool {
    use serde_json::Value;
    let odd = |text: &str| text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r'));
    match value {
        Value::String(text) => odd(text),
        Value::Array(list) => list.iter().any(json_has_controls),
        Value::Object(map) => map.iter().any(|(key, value)| odd(key) || json_has_controls(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_found_anywhere() {
        assert!(!has_controls("手谈 Go 💥"));
        for text in ["a\0", "\u{1}", "a\nb", "\u{7f}", "\u{9f}"] {
            assert!(has_controls(text) && one_line("name", text).is_err(), "{text:?}");
        }
        let json = |text| serde_json::from_str(text).unwrap();
        assert!(!json_has_controls(&json(r#"{"a":["b\nc",1,null,{"d":true}]}"#)));
        for text in [r#"{"a":"\u0000"}"#, r#"{"\u0000":1}"#, r#"[{"a":["\u001b"]}]"#] {
            assert!(json_has_controls(&json(text)), "{text}");
        }
    }
}
