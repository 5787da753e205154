/// What a network says about a position, after post-processing. **Everything is from Black's view.**
///
/// Source: the meaning of each number is that of KataGo's version 8 to 17 networks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Probability that Black wins, 0 to 1.
    pub win: f32,
    /// Probability that White wins, 0 to 1.
    pub loss: f32,
    /// Probability that the game ends without a result, 0 to 1; the three sum to 1.
    pub no_result: f32,
    /// Expected score of play between equals, in points, Black's less White's, komi included.
    pub score_mean: f32,
    /// Standard deviation of that score, in points.
    pub score_stdev: f32,
    /// Points that would make the game fair: what to show to people. Komi included.
    pub lead: f32,
    /// How long the game stays open, in turns; `None` where the network does not say (version 8).
    pub variance_time: Option<f32>,
    /// Expected error of win less loss in the short term, 0 to 2; `None` before version 9.
    pub win_loss_error: Option<f32>,
    /// Expected error of the score in the short term, in points; `None` before version 9.
    pub score_error: Option<f32>,
    /// Probability of each point, row by row from the top left, then of a pass; −1 for illegal moves. The others sum to 1.
    /// Length: columns × rows + 1.
    pub policy: Vec<f32>,
    /// Whose each point will be, row by row from the top left: 1 Black's, −1 White's. Empty when it was not asked for.
    pub ownership: Vec<f32>,
}
