//! What is written is read again, and positions are what they are said to be.

mod labels;
mod records;
