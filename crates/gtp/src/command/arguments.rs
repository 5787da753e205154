//! The words after a command's name, taken one by one.

use std::time::Duration;

use board::{BoardSize, Color, Coordinates, Move, Point};
use rules::Score;

use super::CommandError;
use crate::value::{Vertex, parse_color, parse_vertex};

/// Reads the arguments of one command.
pub(super) struct Arguments<'a> {
    /// The command's name.
    pub(super) command: &'static str,
    /// The board that vertices must be on.
    pub(super) size: BoardSize,
    pub(super) left: std::slice::Iter<'a, String>,
}

impl<'a> Arguments<'a> {
    /// The next word, read.
    pub(super) fn next<T>(
        &mut self,
        needs: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, CommandError> {
        let word =
            self.left.next().ok_or(CommandError::Missing { command: self.command, needs })?;
        let argument = || CommandError::Argument { argument: word.clone(), needs };
        read(word).ok_or_else(argument)
    }

    /// The next word without taking it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.left.as_slice().first().map(String::as_str)
    }

    /// The next word when it can be read; otherwise it stays.
    pub(super) fn optional<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let found = read(self.peek()?)?;
        self.left.next();
        Some(found)
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.left.len() == 0
    }

    pub(super) fn word(&mut self, needs: &'static str) -> Result<String, CommandError> {
        self.next(needs, |word| Some(word.to_owned()))
    }

    pub(super) fn color(&mut self) -> Result<Color, CommandError> {
        self.next("a colour", parse_color)
    }

    pub(super) fn number(&mut self, needs: &'static str) -> Result<u32, CommandError> {
        self.next(needs, |word| word.parse().ok())
    }

    pub(super) fn seconds(&mut self) -> Result<Duration, CommandError> {
        self.next("a number of seconds", seconds)
    }

    pub(super) fn vertex(&mut self) -> Result<Vertex, CommandError> {
        let size = self.size;
        self.next("a point of the board", |word| parse_vertex(word, size))
    }

    pub(super) fn point(&mut self) -> Result<Point, CommandError> {
        let size = self.size;
        self.next("a point of the board", |word| Coordinates::Gtp.parse(word, size).ok())
    }

    /// Points and passes with commas between them, as analysis options name them.
    pub(super) fn moves(&mut self) -> Result<Vec<Move>, CommandError> {
        let size = self.size;
        let read = |word: &str| -> Option<Vec<Move>> {
            word.split(',').map(|part| parse_move(part, size)).collect()
        };
        self.next("moves with commas between them", read)
    }

    pub(super) fn komi(&mut self) -> Result<Score, CommandError> {
        // GTP's floats are read exactly, and those between half points are refused.
        self.next("a komi in half points", |word| Score::parse(word).ok())
    }

    pub(super) fn flag(&mut self) -> Result<bool, CommandError> {
        self.next("true or false", |word| match word.to_ascii_lowercase().as_str() {
            "true" | "t" | "yes" | "1" => Some(true),
            "false" | "f" | "no" | "0" => Some(false),
            _ => None,
        })
    }

    /// Everything left, with single blanks.
    pub(super) fn rest(self) -> String {
        let words: Vec<&str> = self.left.map(String::as_str).collect();
        words.join(" ")
    }
}

fn parse_move(word: &str, size: BoardSize) -> Option<Move> {
    match parse_vertex(word, size)? {
        Vertex::Point(point) => Some(Move::Play(point)),
        Vertex::Pass => Some(Move::Pass),
        Vertex::Resign => None,
    }
}

/// Whole or broken seconds, not negative (a negative rest of time, as some servers send it, is none).
fn seconds(word: &str) -> Option<Duration> {
    let seconds: f64 = word.parse().ok()?;
    if !seconds.is_finite() {
        return None;
    }
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
}
