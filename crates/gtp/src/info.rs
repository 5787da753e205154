//! Reports as lines of `lz-analyze`, `kata-analyze` and `analyze`.

use std::fmt::Write as _;

use board::Move;

use crate::command::{AnalyzeOptions, Format};
use crate::number::general;
use crate::report::{MoveReport, Perspective, Report, View};
use crate::value::format_move;

/// What KataGo writes for what a network does not say.
const UNKNOWN: f32 = -1.0;

impl Report {
    /// The line for a report, without its end; empty when there is nothing to tell.
    pub fn line(
        &self,
        format: Format,
        options: &AnalyzeOptions,
        perspective: Perspective,
    ) -> String {
        let view = View { white: perspective.is_white(self.to_move) };
        let mut line = Line { text: String::new(), report: self, view, format, options };
        let least = usize::try_from(options.min_moves).unwrap_or(usize::MAX);
        let most = usize::try_from(options.max_moves).unwrap_or(usize::MAX);
        // Moves without a visit are told only when more moves are asked for than were tried.
        let told = self.moves.iter().enumerate().filter(|(at, mv)| mv.visits > 0 || *at < least);
        for (order, (_, entry)) in told.enumerate().take(most) {
            match format {
                Format::LeelaZero => line.leela(order, entry),
                Format::Kata | Format::Sabaki => line.kata(order, entry),
            }
        }
        if !line.text.is_empty() && format != Format::LeelaZero {
            line.root();
        }
        line.text.trim_end().to_owned()
    }
}

struct Line<'a> {
    text: String,
    report: &'a Report,
    view: View,
    format: Format,
    options: &'a AnalyzeOptions,
}

impl Line<'_> {
    /// A key and its value, with a blank after each.
    fn word(&mut self, key: &str, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{key} {value} ");
    }

    fn number(&mut self, key: &str, value: f32) {
        self.word(key, general(value, self.format == Format::Sabaki));
    }

    /// Ten thousand for one.
    fn scaled(&mut self, key: &str, value: f32) {
        self.word(key, format_args!("{:.0}", (value * 10_000.0).round()));
    }

    fn vertex(&self, mv: Move) -> String {
        format_move(mv, self.report.size)
    }

    fn numbers(&mut self, key: &str, values: &[f32], signed: bool) {
        if values.is_empty() {
            return;
        }
        let _ = write!(self.text, "{key} ");
        for &value in values {
            let value = if signed { self.view.signed(value) } else { value };
            let _ = write!(self.text, "{} ", general(value, self.format == Format::Sabaki));
        }
    }

    fn leela(&mut self, order: usize, entry: &MoveReport) {
        let values = self.view.values(&entry.values);
        let vertex = self.vertex(entry.mv);
        self.word("info move", vertex);
        self.word("visits", entry.visits);
        self.scaled("winrate", values.win_rate);
        self.scaled("prior", entry.prior);
        self.scaled("lcb", self.view.chance(entry.lcb));
        self.word("order", order);
        self.line_of_play(entry);
    }

    fn kata(&mut self, order: usize, entry: &MoveReport) {
        let values = self.view.values(&entry.values);
        let vertex = self.vertex(entry.mv);
        self.word("info move", vertex);
        self.word("visits", entry.visits);
        self.word("edgeVisits", entry.edge_visits);
        self.number("utility", values.utility);
        self.number("winrate", values.win_rate);
        // Old programs read the lead under this name.
        self.number("scoreMean", values.lead);
        self.number("scoreStdev", values.score_stdev);
        self.number("scoreLead", values.lead);
        self.number("scoreSelfplay", values.score_mean);
        self.number("prior", entry.prior);
        if let Some(prior) = entry.human_prior {
            self.number("humanPrior", prior);
        }
        self.number("lcb", self.view.chance(entry.lcb));
        self.number("utilityLcb", self.view.signed(entry.utility_lcb));
        self.number("weight", values.weight);
        if self.options.no_result {
            self.number("noResultValue", values.no_result);
        }
        if let Some(other) = entry.is_symmetry_of {
            let other = self.vertex(other);
            self.word("isSymmetryOf", other);
        }
        self.word("order", order);
        self.line_of_play(entry);
        if self.options.moves_ownership {
            self.numbers("movesOwnership", &entry.ownership, true);
        }
        if self.options.moves_ownership_stdev {
            self.numbers("movesOwnershipStdev", &entry.ownership_stdev, false);
        }
    }

    fn line_of_play(&mut self, entry: &MoveReport) {
        let moves: Vec<String> = entry.line.iter().map(|&mv| self.vertex(mv)).collect();
        self.word("pv", moves.join(" "));
        let visits = |visits: &[u64]| {
            let words: Vec<String> = visits.iter().map(u64::to_string).collect();
            words.join(" ")
        };
        if self.options.pv_visits && !entry.line_visits.is_empty() {
            self.word("pvVisits", visits(&entry.line_visits));
        }
        if self.options.pv_edge_visits && !entry.line_edge_visits.is_empty() {
            self.word("pvEdgeVisits", visits(&entry.line_edge_visits));
        }
    }

    fn root(&mut self) {
        let report = self.report;
        if self.options.root_info {
            let values = self.view.values(&report.root.values);
            self.word("rootInfo visits", report.root.visits);
            self.number("utility", values.utility);
            self.number("winrate", values.win_rate);
            self.number("scoreMean", values.lead);
            self.number("scoreStdev", values.score_stdev);
            self.number("scoreLead", values.lead);
            self.number("scoreSelfplay", values.score_mean);
            self.number("weight", values.weight);
            if self.options.no_result {
                self.number("noResultValue", values.no_result);
            }
            if let Some(raw) = report.root.raw {
                self.number("rawStWrError", raw.win_loss_error.unwrap_or(UNKNOWN));
                self.number("rawStScoreError", raw.score_error.unwrap_or(UNKNOWN));
                self.number("rawVarTimeLeft", raw.variance_time.unwrap_or(UNKNOWN));
            }
        }
        if self.options.ownership {
            self.numbers("ownership", &report.ownership, true);
        }
        if self.options.ownership_stdev {
            self.numbers("ownershipStdev", &report.ownership_stdev, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use board::{BoardSize, Color};

    use super::*;
    use crate::report::{RawValues, RootReport, Values};

    /// A report of a board of two by two lines.
    pub(crate) fn sample() -> Report {
        let size = BoardSize::square(2).unwrap();
        let point = |column, row| Move::Play(size.point(column, row).unwrap());
        let values = Values {
            win_rate: 0.25,
            no_result: 0.0,
            utility: -0.5,
            lead: -1.5,
            score_mean: -1.0,
            score_stdev: 2.0,
            weight: 3.5,
        };
        let best = MoveReport {
            mv: point(1, 2),
            visits: 9,
            edge_visits: 8,
            values,
            prior: 0.5,
            human_prior: None,
            lcb: 0.5,
            utility_lcb: -0.25,
            play_selection_value: 8.0,
            is_symmetry_of: None,
            line: vec![point(1, 2), Move::Pass],
            line_visits: vec![9, 1],
            line_edge_visits: vec![8, 1],
            ownership: vec![1.0, -1.0, 0.5, 0.0],
            ownership_stdev: vec![0.0, 0.25, 0.5, 1.0],
        };
        let pass = MoveReport { mv: Move::Pass, visits: 0, line: vec![Move::Pass], ..best.clone() };
        let raw = RawValues {
            win_loss_error: Some(0.125),
            score_error: Some(1.0),
            ..RawValues::default()
        };
        Report {
            to_move: Color::White,
            size,
            moves: vec![best, pass],
            root: RootReport { visits: 10, values, raw: Some(raw), ..RootReport::default() },
            ownership: vec![1.0, -1.0, 0.5, 0.0],
            ownership_stdev: vec![0.0, 0.25, 0.5, 1.0],
        }
    }

    #[test]
    fn leela_zero_has_whole_numbers() {
        let options = AnalyzeOptions { min_moves: 2, ..AnalyzeOptions::default() };
        assert_eq!(
            sample().line(Format::LeelaZero, &options, Perspective::SideToMove),
            "info move A1 visits 9 winrate 7500 prior 5000 lcb 5000 order 0 pv A1 pass \
             info move pass visits 0 winrate 7500 prior 5000 lcb 5000 order 1 pv pass"
        );
    }

    #[test]
    fn katago_has_everything_asked_for() {
        let plain = AnalyzeOptions::default();
        assert_eq!(
            sample().line(Format::Kata, &plain, Perspective::Black),
            "info move A1 visits 9 edgeVisits 8 utility -0.5 winrate 0.25 scoreMean -1.5 scoreStdev 2 \
             scoreLead -1.5 scoreSelfplay -1 prior 0.5 lcb 0.5 utilityLcb -0.25 weight 3.5 order 0 pv A1 pass"
        );
        let all = AnalyzeOptions {
            ownership: true,
            ownership_stdev: true,
            moves_ownership: true,
            moves_ownership_stdev: true,
            pv_visits: true,
            pv_edge_visits: true,
            root_info: true,
            no_result: true,
            ..plain
        };
        assert_eq!(
            sample().line(Format::Kata, &all, Perspective::White),
            "info move A1 visits 9 edgeVisits 8 utility 0.5 winrate 0.75 scoreMean 1.5 scoreStdev 2 \
             scoreLead 1.5 scoreSelfplay 1 prior 0.5 lcb 0.5 utilityLcb 0.25 weight 3.5 noResultValue 0 order 0 \
             pv A1 pass pvVisits 9 1 pvEdgeVisits 8 1 movesOwnership -1 1 -0.5 0 movesOwnershipStdev 0 0.25 0.5 1 \
             rootInfo visits 10 utility 0.5 winrate 0.75 scoreMean 1.5 scoreStdev 2 scoreLead 1.5 scoreSelfplay 1 \
             weight 3.5 noResultValue 0 rawStWrError 0.125 rawStScoreError 1 rawVarTimeLeft -1 \
             ownership -1 1 -0.5 0 ownershipStdev 0 0.25 0.5 1"
        );
    }

    #[test]
    fn sabaki_has_a_point_in_every_number() {
        let options = AnalyzeOptions { max_moves: 1, ..AnalyzeOptions::default() };
        let line = sample().line(Format::Sabaki, &options, Perspective::SideToMove);
        assert!(line.contains("scoreStdev 2.00000 scoreLead 1.50000"), "{line}");
        assert!(!line.contains("pass info"), "{line}");
        let none = AnalyzeOptions { max_moves: 0, root_info: true, ..AnalyzeOptions::default() };
        assert_eq!(sample().line(Format::Kata, &none, Perspective::Black), "");
    }
}
