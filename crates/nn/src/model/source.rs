//! The bytes of a network file as tokens and arrays.

use std::io::{ErrorKind, Read};

use flate2::read::MultiGzDecoder;

use super::error::{NetError, words};
use super::half;

/// The most content that is read from a file of any size, in bytes: well above the largest networks known.
const MOST: u64 = 4 << 30;

/// Content that a file may have beside [`RATIO`] times its size, in bytes.
const SMALL: u64 = 4 << 20;

/// How far the content of a file may be larger than what is stored; weights are nearly incompressible.
const RATIO: u64 = 64;

/// The longest token, in bytes.
const LONGEST_TOKEN: usize = 512;

/// Bytes asked from the decompressor at a time.
const CHUNK: usize = 1 << 16;

/// Reads tokens and arrays; knows where it is, for messages.
pub(super) struct Source<'a> {
    reader: Box<dyn Read + 'a>,
    buffer: Vec<u8>,
    /// The part of the buffer not yet taken.
    start: usize,
    end: usize,
    /// Bytes taken from the content before `buffer[start]`.
    offset: u64,
    limit: u64,
    stored: u64,
    /// The last layer that was named.
    layer: String,
}

impl<'a> Source<'a> {
    /// Over a file as stored, compressed or not: the content tells.
    pub(super) fn new(bytes: &'a [u8]) -> Source<'a> {
        let stored = bytes.len() as u64;
        let compressed = bytes.starts_with(&[0x1f, 0x8b]);
        Source {
            reader: if compressed { Box::new(MultiGzDecoder::new(bytes)) } else { Box::new(bytes) },
            buffer: vec![0; CHUNK],
            start: 0,
            end: 0,
            offset: 0,
            limit: MOST.min(SMALL + RATIO.saturating_mul(stored)),
            stored,
            layer: "the header".to_owned(),
        }
    }

    /// The last layer that was named.
    pub(super) fn layer(&self) -> &str {
        &self.layer
    }

    /// The next byte, left where it is; `None` at the end.
    fn peek(&mut self) -> Result<Option<u8>, NetError> {
        if self.start == self.end {
            self.fill()?;
        }
        Ok(self.buffer[self.start..self.end].first().copied())
    }

    fn fill(&mut self) -> Result<(), NetError> {
        (self.start, self.end) = (0, 0);
        if self.offset > self.limit {
            return Err(NetError::TooLarge { limit: self.limit, stored: self.stored });
        }
        match self.reader.read(&mut self.buffer) {
            Ok(bytes) => self.end = bytes,
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Err(self.truncated()),
            Err(error) => {
                return Err(NetError::Compression {
                    offset: self.offset,
                    layer: self.layer.clone(),
                    reason: error.to_string(),
                });
            }
        }
        Ok(())
    }

    fn take(&mut self, bytes: usize) {
        self.start += bytes;
        self.offset += bytes as u64;
    }

    fn skip_space(&mut self) -> Result<Option<u8>, NetError> {
        loop {
            match self.peek()? {
                Some(byte) if byte.is_ascii_whitespace() || byte == 0x0b => self.take(1),
                other => return Ok(other),
            }
        }
    }

    /// The next word. What is not ASCII is shown as it can be.
    pub(super) fn token(&mut self) -> Result<String, NetError> {
        let mut token = Vec::new();
        if self.skip_space()?.is_none() {
            return Err(self.truncated());
        }
        let offset = self.offset;
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() {
                break;
            }
            token.push(byte);
            self.take(1);
            if token.len() > LONGEST_TOKEN {
                return Err(self.refused(offset, &token, words::TEXT));
            }
        }
        if !token.iter().all(u8::is_ascii_graphic) {
            return Err(self.refused(offset, &token, words::TEXT));
        }
        Ok(String::from_utf8_lossy(&token).into_owned())
    }

    /// The name of a layer, which messages mention from now on.
    pub(super) fn name(&mut self) -> Result<String, NetError> {
        let name = self.token()?;
        self.layer.clone_from(&name);
        Ok(name)
    }

    /// A whole number.
    pub(super) fn whole(&mut self) -> Result<u64, NetError> {
        self.parsed(words::WHOLE, |token| token.parse().ok())
    }

    /// A whole number within a range.
    pub(super) fn size(
        &mut self,
        what: &'static str,
        least: u64,
        most: u64,
        range: &'static str,
    ) -> Result<usize, NetError> {
        let found = self.whole()?;
        match usize::try_from(found) {
            Ok(size) if (least..=most).contains(&found) => Ok(size),
            _ => Err(NetError::Range { layer: self.layer.clone(), what, found, range }),
        }
    }

    /// 0 or 1.
    pub(super) fn truth(&mut self) -> Result<bool, NetError> {
        self.parsed(words::TRUTH, |token| match token {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        })
    }

    /// A finite number.
    pub(super) fn number(&mut self) -> Result<f32, NetError> {
        self.parsed(words::NUMBER, |token| {
            token.parse().ok().filter(|value: &f32| value.is_finite())
        })
    }

    /// A token of a certain kind.
    pub(super) fn parsed<T>(
        &mut self,
        wanted: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<T, NetError> {
        let token = self.token()?;
        let offset = self.offset - token.len() as u64;
        parse(&token).ok_or_else(|| self.refused(offset, token.as_bytes(), wanted))
    }

    /// An array of this many finite numbers, in whichever of the three encodings it is written. Memory grows with what
    /// the file really holds.
    pub(super) fn array(&mut self, count: usize) -> Result<Vec<f32>, NetError> {
        if self.skip_space()? != Some(b'@') {
            return self.text_array(count);
        }
        let offset = self.offset;
        let mut mark = Vec::new();
        while mark.len() < 5 {
            match self.peek()? {
                Some(byte) => mark.push(byte),
                None => return Err(self.truncated()),
            }
            self.take(1);
        }
        match mark.as_slice() {
            b"@BIN@" => self.binary_array(count, |[a, b, c, d]| f32::from_le_bytes([a, b, c, d])),
            b"@F16@" => self.binary_array(count, |[a, b]| half::to_f32(u16::from_le_bytes([a, b]))),
            other => Err(self.refused(offset, other, words::ARRAY)),
        }
    }

    fn binary_array<const BYTES: usize>(
        &mut self,
        count: usize,
        decode: impl Fn([u8; BYTES]) -> f32,
    ) -> Result<Vec<f32>, NetError> {
        let mut values = Vec::new();
        while values.len() < count {
            // A number may straddle two fillings of the buffer.
            let mut whole = (self.end - self.start) / BYTES;
            if whole == 0 {
                let mut bytes = [0; BYTES];
                for byte in &mut bytes {
                    *byte = self.peek()?.ok_or_else(|| self.truncated())?;
                    self.take(1);
                }
                self.push(&mut values, count, decode(bytes), BYTES)?;
                continue;
            }
            whole = whole.min(count - values.len());
            grow(&mut values, count, whole);
            for _ in 0..whole {
                let mut bytes = [0; BYTES];
                bytes.copy_from_slice(&self.buffer[self.start..self.start + BYTES]);
                self.take(BYTES);
                self.push(&mut values, count, decode(bytes), BYTES)?;
            }
        }
        Ok(values)
    }

    fn text_array(&mut self, count: usize) -> Result<Vec<f32>, NetError> {
        let mut values = Vec::new();
        while values.len() < count {
            // `nan` and `inf` are numbers to the parser; the check for finite ones names them.
            let value = self.parsed(words::NUMBER, |token| token.parse().ok())?;
            self.push(&mut values, count, value, 0)?;
        }
        Ok(values)
    }

    fn push(
        &self,
        values: &mut Vec<f32>,
        count: usize,
        value: f32,
        bytes: usize,
    ) -> Result<(), NetError> {
        if !value.is_finite() {
            return Err(NetError::NotFinite {
                offset: self.offset - bytes as u64,
                layer: self.layer.clone(),
                index: values.len(),
            });
        }
        grow(values, count, 1);
        values.push(value);
        Ok(())
    }

    /// Checks that nothing but white space follows, which also checks the compressed data's checksum.
    pub(super) fn finish(&mut self) -> Result<(), NetError> {
        match self.skip_space()? {
            None => Ok(()),
            Some(_) => Err(NetError::Trailing { offset: self.offset }),
        }
    }

    fn truncated(&self) -> NetError {
        NetError::Truncated { offset: self.offset, layer: self.layer.clone() }
    }

    fn refused(&self, offset: u64, found: &[u8], wanted: &'static str) -> NetError {
        let mut found = String::from_utf8_lossy(found).into_owned();
        if let Some((end, _)) = found.char_indices().nth(40) {
            found.truncate(end);
            found.push('…');
        }
        NetError::Token { offset, layer: self.layer.clone(), found, wanted }
    }
}

/// Makes room for some more values of an array of `count`, at most doubling, so that a small file cannot ask for much
/// memory and the finished array has none to spare.
fn grow(values: &mut Vec<f32>, count: usize, more: usize) {
    if values.capacity() - values.len() < more {
        let wanted = (values.len() * 2).max(values.len() + more).max(64).min(count);
        values.reserve_exact(wanted - values.len());
    }
}
