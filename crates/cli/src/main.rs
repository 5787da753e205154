//! The command `shoutan`.

fn main() {}
