/// What a network answers, before post-processing: logits and the like from the view of **the player to move**, mapped
/// back to the orientation of the position that was asked about.
///
/// The vectors keep their memory when a value is written again.
///
/// Source: section 2 of the network format; the order of [`misc`](RawOutputs::misc) is the file's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawOutputs {
    /// Logits of the normal policy (channel 0): the points row by row from the top left, then the pass. Length: columns ×
    /// rows of the input + 1.
    pub policy: Vec<f32>,
    /// Logits of the optimistic policy (channel 1), laid out alike; empty where the network has one channel only.
    pub optimistic: Vec<f32>,
    /// Logits of win, loss and no result.
    pub value: [f32; 3],
    /// Mean score, its deviation (before softplus), lead, time left (before softplus), and the short-term errors of the
    /// value and of the score (before softplus); each before its multiplier. The last two are 0 in version 8.
    pub misc: [f32; 6],
    /// Whose each point will be, before tanh, row by row from the top left: above 0 the mover's. Length: columns × rows.
    pub ownership: Vec<f32>,
}
