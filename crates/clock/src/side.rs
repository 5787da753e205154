//! The two players.

/// One of the two players whose time is kept.
///
/// The crate depends on no other of ours, so this is not the board's colour; a caller converts with one `match`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player of the black stones.
    Black,
    /// The player of the white stones.
    White,
}

impl Side {
    /// Both players, Black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// One thing for each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BySide<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> BySide<T> {
    /// Black's and White's.
    pub const fn new(black: T, white: T) -> Self {
        Self { black, white }
    }

    /// The same for both.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        Self { black: value.clone(), white: value }
    }

    /// One player's.
    pub const fn get(&self, side: Side) -> &T {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }

    /// One player's, to be changed.
    pub const fn get_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Black => &mut self.black,
            Side::White => &mut self.white,
        }
    }

    /// What a function makes of each.
    pub fn map<U>(&self, mut function: impl FnMut(&T) -> U) -> BySide<U> {
        BySide { black: function(&self.black), white: function(&self.white) }
    }
}
