//! Where the channels of a pixel stand: activations may lie point after point, or with a border of zeros around the
//! board.

/// A plane of pixels in memory, each a run of channels.
#[derive(Clone, Copy)]
pub(super) struct RawPlane {
    /// The first channel of the first pixel.
    pub(super) start: *mut f32,
    /// Numbers from a position to the next.
    pub(super) position: usize,
    /// Numbers from a row to the next.
    pub(super) row: usize,
    /// Numbers from a pixel to the next.
    pub(super) pixel: usize,
}

impl RawPlane {
    /// The first channel of a pixel.
    ///
    /// # Safety
    /// The pixel is within the memory.
    #[inline(always)]
    pub(super) unsafe fn at(&self, position: usize, row: usize, column: usize) -> *mut f32 {
        self.start.add(position * self.position + row * self.row + column * self.pixel)
    }

    /// The same from another channel on.
    pub(super) fn channel(mut self, channel: usize) -> RawPlane {
        self.start = self.start.wrapping_add(channel);
        self
    }
}

/// What happens to the outputs of a convolution.
#[derive(Clone, Copy)]
pub(super) struct Finish {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Where sums go or are added; its numbers are not used where there is only `normed`.
    pub(super) sum: RawPlane,
    /// Where the normalised and activated sums go, if they do.
    pub(super) normed: RawPlane,
    pub(super) scale: *const f32,
    pub(super) bias: *const f32,
}

impl Finish {
    /// The same from another channel on.
    pub(super) fn channel(mut self, channel: usize, normed: bool) -> Finish {
        self.sum = self.sum.channel(channel);
        self.normed = self.normed.channel(channel);
        if normed {
            self.scale = self.scale.wrapping_add(channel);
            self.bias = self.bias.wrapping_add(channel);
        }
        self
    }
}

/// The same with borrowed memory: positions, rows and columns of a board, and the strides between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// How many positions.
    pub(crate) positions: usize,
    /// Rows of the board.
    pub(crate) rows: usize,
    /// Columns of the board.
    pub(crate) columns: usize,
    /// Numbers of a pixel: the channels rounded up to a cache line.
    pub(crate) stride: usize,
    /// Pixels of zeros left and above.
    pub(crate) border: usize,
    /// Pixels of a row with borders.
    pub(crate) width: usize,
    /// Rows with borders.
    pub(crate) height: usize,
}

impl Layout {
    /// Points one after another.
    pub(crate) fn dense(positions: usize, rows: usize, columns: usize, stride: usize) -> Layout {
        Layout { positions, rows, columns, stride, border: 0, width: columns, height: rows }
    }

    /// With zeros around, the board rounded up to whole tiles.
    pub(crate) fn bordered(self, border: usize, tile: usize) -> Layout {
        Layout {
            border,
            width: self.columns.next_multiple_of(tile) + 2 * border,
            height: self.rows.next_multiple_of(tile) + 2 * border,
            ..self
        }
    }

    /// Numbers of it all.
    pub(crate) fn length(&self) -> usize {
        self.positions * self.height * self.width * self.stride
    }

    /// Points of all positions.
    pub(crate) fn points(&self) -> usize {
        self.positions * self.rows * self.columns
    }

    /// In memory that holds [`length`](Layout::length) numbers, from the first point of the board, or the border's.
    pub(super) fn raw(&self, memory: *mut f32, with_border: bool) -> RawPlane {
        let (pixel, row) = (self.stride, self.width * self.stride);
        let offset = if with_border { 0 } else { self.border * (row + pixel) };
        RawPlane { start: memory.wrapping_add(offset), position: self.height * row, row, pixel }
    }

    /// Writes the zeros around each board.
    pub(crate) fn clear_border(&self, memory: &mut [f32]) {
        if self.height == self.rows && self.width == self.columns {
            return;
        }
        let row = self.width * self.stride;
        let (left, right) = (self.border * self.stride, (self.border + self.columns) * self.stride);
        for position in memory[..self.length()].chunks_exact_mut(self.height * row) {
            for (y, line) in position.chunks_exact_mut(row).enumerate() {
                if (self.border..self.border + self.rows).contains(&y) {
                    line[..left].fill(0.0);
                    line[right..].fill(0.0);
                } else {
                    line.fill(0.0);
                }
            }
        }
    }
}
