//! Memory for activations and packed weights.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// A cache line, which is also the widest vector.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([f32; 16]);

/// Numbers that begin at a cache line, zeros at first.
#[derive(Clone, Default)]
pub(crate) struct Buffer {
    lines: Vec<Line>,
    length: usize,
}

impl Buffer {
    /// So many zeros.
    pub(crate) fn zeros(length: usize) -> Buffer {
        Buffer { lines: vec![Line([0.0; 16]); length.div_ceil(16)], length }
    }

    /// Makes it at least so long; what was in it is lost if it grows.
    pub(crate) fn reserve(&mut self, length: usize) {
        if self.length < length {
            *self = Buffer::zeros(length);
        }
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Buffer({})", self.length)
    }
}

impl Deref for Buffer {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        // SAFETY: `Line` is 16 numbers without padding, and `length` is at most 16 for each line.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.length) }
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as in `deref`, and the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.length) }
    }
}
