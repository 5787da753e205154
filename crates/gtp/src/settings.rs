//! Files and lists of settings, `name = value`. What the names mean is for those who use them.

use thiserror::Error;

/// Why a text holds no settings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {text:?} is not NAME = VALUE")]
pub struct SettingsError {
    /// The line, from 1.
    pub line: usize,
    /// As written.
    pub text: String,
}

/// Reads a file of lines `name = value` with remarks after `#`, in the order of the lines. Lines that begin with `@`
/// name other files and are left out.
///
/// # Errors
/// When a line is no setting.
pub fn read_settings(text: &str) -> Result<Vec<(String, String)>, SettingsError> {
    let mut settings = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let plain = text.split('#').next().unwrap_or_default().trim();
        if !plain.is_empty() && !plain.starts_with('@') {
            settings.push(setting(line, plain)?);
        }
    }
    Ok(settings)
}

/// Reads `name=value,name=value`, as `-override-config` has it.
///
/// # Errors
/// When a part is no setting.
pub fn read_setting_list(text: &str) -> Result<Vec<(String, String)>, SettingsError> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| setting(1, part)).collect()
}

fn setting(line: usize, text: &str) -> Result<(String, String), SettingsError> {
    let found = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
    let (name, value) = found.ok_or_else(|| SettingsError { line, text: text.to_owned() })?;
    Ok((name.trim().to_owned(), value.trim().trim_matches('"').to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_lists_are_read() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let text = "# a file\nlogDir = logs # here\r\n\nmaxVisits=500\n@include other.cfg\nx = \"a = b\"\n";
        assert_eq!(
            read_settings(text),
            Ok(vec![pair("logDir", "logs"), pair("maxVisits", "500"), pair("x", "a = b")])
        );
        assert_eq!(
            read_setting_list("homeDataDir=/x, maxVisits=7,"),
            Ok(vec![pair("homeDataDir", "/x"), pair("maxVisits", "7")])
        );
        let error = read_settings("\nmaxVisits 500\n").unwrap_err();
        assert_eq!(error.to_string(), "line 2: \"maxVisits 500\" is not NAME = VALUE");
        assert!(read_setting_list("=3").is_err());
    }
}
