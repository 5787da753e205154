use std::fmt::Write as _;

use board::BoardSize;

use crate::report::RawValues;

/// What a network says of a position under one symmetry, as `kata-raw-nn` writes it. **Everything is in Black's view**;
/// the text is in White's.
#[derive(Clone, Debug, PartialEq)]
pub struct RawOutput {
    /// The symmetry, 0 to 7.
    pub symmetry: u8,
    /// Values.
    pub values: RawValues,
    /// Probability of each point, row by row from the top left, then of a pass; negative for illegal moves.
    pub policy: Vec<f32>,
    /// Whose each point will be: 1 Black's, −1 White's.
    pub ownership: Vec<f32>,
}

/// What KataGo writes for what a network does not say.
const UNKNOWN: f32 = -1.0;

impl RawOutput {
    /// The text of one symmetry, for a board of `size`.
    pub fn text(&self, size: BoardSize) -> String {
        let values = &self.values;
        let half = values.no_result / 2.0;
        let square = values.score_mean.mul_add(values.score_mean, values.score_stdev.powi(2));
        let mut text = format!("symmetry {}\n", self.symmetry);
        for (key, value) in [
            ("whiteWin", 1.0 - values.win_rate - half),
            ("whiteLoss", values.win_rate - half),
            ("noResult", values.no_result),
        ] {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{key} {value:.6}");
        }
        for (key, value) in [
            ("whiteLead", 0.0 - values.lead),
            ("whiteScoreSelfplay", 0.0 - values.score_mean),
            ("whiteScoreSelfplaySq", square),
            ("varTimeLeft", values.variance_time.unwrap_or(UNKNOWN)),
        ] {
            let _ = writeln!(text, "{key} {value:.3}");
        }
        let _ =
            writeln!(text, "shorttermWinlossError {:.3}", values.win_loss_error.unwrap_or(UNKNOWN));
        let _ = writeln!(text, "shorttermScoreError {:.3}", values.score_error.unwrap_or(UNKNOWN));
        let columns = usize::from(size.columns());
        let (points, pass) = self.policy.split_at(size.area().min(self.policy.len()));
        text.push_str("policy\n");
        rows(&mut text, points, columns, |chance| match chance {
            illegal if illegal < 0.0 => "    NAN ".to_owned(),
            chance => format!("{chance:8.6} "),
        });
        let _ = writeln!(text, "policyPass {:8.6}", pass.first().copied().unwrap_or(0.0));
        text.push_str("whiteOwnership\n");
        rows(&mut text, &self.ownership, columns, |owner| format!("{:9.7} ", 0.0 - owner));
        text
    }
}

fn rows(text: &mut String, values: &[f32], columns: usize, word: impl Fn(f32) -> String) {
    for row in values.chunks(columns.max(1)) {
        for &value in row {
            text.push_str(&word(value));
        }
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_in_whites_view() {
        let values = RawValues {
            win_rate: 0.375,
            no_result: 0.25,
            lead: 1.5,
            score_mean: 1.0,
            score_stdev: 2.0,
            ..RawValues::default()
        };
        let raw = RawOutput {
            symmetry: 3,
            values,
            policy: vec![0.5, -1.0, 0.5],
            ownership: vec![1.0, -0.5],
        };
        let text = raw.text(BoardSize::new(2, 1).unwrap());
        assert_eq!(
            text,
            "symmetry 3\nwhiteWin 0.500000\nwhiteLoss 0.250000\nnoResult 0.250000\nwhiteLead -1.500\n\
             whiteScoreSelfplay -1.000\nwhiteScoreSelfplaySq 5.000\nvarTimeLeft -1.000\nshorttermWinlossError -1.000\n\
             shorttermScoreError -1.000\npolicy\n0.500000     NAN \npolicyPass 0.500000\nwhiteOwnership\n\
             -1.0000000 0.5000000 \n"
        );
    }
}
