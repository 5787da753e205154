//! Moves and analyses.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use board::{Color, Move};
use engine::{Analysis, AnalysisOptions, Budget, Choice, Decision, EngineError, RawOptions};
use gtp::{
    AnalyzeOptions, Answer, Format, Perspective, RawOutput, RawValues, SearchCommand, format_move,
};
use rules::GameState;

use super::{Said, Session};
use crate::cmd::gtp::input::{Input, Until};
use crate::report::{report, restriction, rows};

/// Reports come no closer than this.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

/// Visits of an answer to GoGui when nothing says how much thought goes into a move.
const GLANCE_VISITS: u32 = 200;

/// An answer that is written while it is thought of: `=` and its number, reports, an empty line.
struct Stream<'a> {
    id: Option<u32>,
    output: &'a mut dyn Write,
    has_begun: bool,
    result: io::Result<()>,
}

impl Stream<'_> {
    fn line(&mut self, line: &str) {
        if self.result.is_ok() {
            self.result = self.write(line);
        }
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        if !self.has_begun {
            self.has_begun = true;
            let id = self.id.map(|id| id.to_string()).unwrap_or_default();
            writeln!(self.output, "={id}")?;
        }
        if !line.is_empty() {
            writeln!(self.output, "{line}")?;
        }
        self.output.flush()
    }

    /// The last line, or what went wrong, which cannot be said any more once there were reports.
    fn end(mut self, last: Result<String, String>) -> io::Result<()> {
        match last {
            Err(message) if !self.has_begun => {
                write!(self.output, "{}", Answer::failure(self.id, message))?;
                return self.output.flush();
            }
            Err(message) => self.line(&format!("error {message}")),
            Ok(line) => self.line(&line),
        }
        self.result?;
        writeln!(self.output)?;
        self.output.flush()
    }
}

impl Session {
    /// Chooses a move; played or not.
    pub(super) fn genmove(&mut self, color: Color, play: bool, input: &Input) -> Said {
        let options = self.options(color, None);
        let stop = input.begin(Until::Interrupt);
        let decision = self.decide(color, &options, &mut |_| {}, &stop);
        input.finish();
        let decision = decision.map_err(|error| error.to_string())?;
        self.carry(color, &decision, play)
    }

    /// `kata-search`, `kata-genmove_analyze` and their kin.
    pub(super) fn search(
        &mut self,
        id: Option<u32>,
        search: &SearchCommand,
        input: &Input,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let color = search.color.unwrap_or(self.game.state().position().to_move);
        let reports = search.reports.as_ref();
        let options = self.options(color, reports.map(|(_, options)| options));
        let until = if search.is_cancellable { Until::Line } else { Until::Interrupt };
        let stop = input.begin(until);
        let mut stream = Stream { id, output, has_begun: false, result: Ok(()) };
        let (perspective, size) = (self.perspective(), self.game.size());
        let mut tell = |analysis: &Analysis| {
            if let Some((format, options)) = reports {
                let line = report(analysis, size).line(*format, options, perspective);
                if !line.is_empty() {
                    stream.line(&line);
                }
            }
        };
        let decision = self.decide(color, &options, &mut tell, &stop);
        let is_cancelled = search.is_cancellable && stop.is_stopped();
        if let (Ok(decision), false) = (&decision, is_cancelled) {
            tell(&decision.analysis);
        }
        input.finish();
        let said = match decision {
            _ if is_cancelled => Ok("cancelled".to_owned()),
            Ok(decision) => self.carry(color, &decision, search.plays),
            Err(error) => Err(error.to_string()),
        };
        match reports {
            Some(_) => stream.end(said.map(|word| format!("play {word}"))),
            None => {
                write!(stream.output, "{}", Answer { id, result: said })?;
                stream.output.flush()
            }
        }
    }

    /// Reports until the next line.
    pub(super) fn analyse(
        &mut self,
        id: Option<u32>,
        color: Option<Color>,
        (format, asked): (Format, &AnalyzeOptions),
        input: &Input,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let color = color.unwrap_or(self.game.state().position().to_move);
        let state = self.game.with_turn(color);
        let mut options = self.options(color, Some(asked));
        // However much a move may cost: an analysis goes on.
        options.budget = Budget { visits: Some(u32::MAX), ..Budget::LEVEL };
        options.overrides.max_time = Some(FOREVER);
        options.overrides.max_playouts = Some(u32::MAX);
        let stop = input.begin(Until::LineOrEnd);
        let mut stream = Stream { id, output, has_begun: false, result: Ok(()) };
        let (perspective, size) = (self.perspective(), self.game.size());
        let mut tell = |analysis: &Analysis| {
            let line = report(analysis, size).line(format, asked, perspective);
            stream.line(&line);
            if stream.result.is_err() {
                stop.stop();
            }
        };
        let analysis = self.engine.analyse(&state, &options, &mut tell, &stop);
        if analysis.is_ok() && stream.result.is_ok() {
            // Memory may be full before anybody says stop.
            stream.line("");
            input.wait_for_line();
        }
        input.finish();
        stream.end(analysis.map(|_| String::new()).map_err(|error| error.to_string()))
    }

    fn perspective(&self) -> Perspective {
        self.settings.perspective.unwrap_or_default()
    }

    /// What the engine is asked, for a move or with what a report is to hold.
    fn options(&self, color: Color, asked: Option<&AnalyzeOptions>) -> AnalysisOptions {
        let mut options = AnalysisOptions::within(self.budget_for(color));
        options.overrides = self.settings.overrides.clone();
        options.human_profile = self.settings.human_profile();
        options.longest_line = self.settings.longest_line();
        options.ownership = false;
        if let Some(asked) = asked {
            options.report_every = asked.interval.map(|every| every.max(SHORTEST_INTERVAL));
            options.ownership = asked.ownership;
            options.ownership_stdev = asked.ownership_stdev;
            options.moves_ownership = asked.moves_ownership;
            options.moves_ownership_stdev = asked.moves_ownership_stdev;
            options.pv_visits = asked.pv_visits || asked.pv_edge_visits;
            options.restrictions = asked.restrictions.iter().map(restriction).collect();
        }
        options
    }

    fn decide(
        &mut self,
        color: Color,
        options: &AnalysisOptions,
        tell: &mut dyn FnMut(&Analysis),
        stop: &engine::StopToken,
    ) -> Result<Decision, EngineError> {
        let state = self.game.with_turn(color);
        let start = Instant::now();
        let decision = self.engine.genmove_with(&state, options, tell, stop);
        self.spent += start.elapsed();
        decision
    }

    /// Makes the move, where it is to be made, and thinks on.
    fn carry(&mut self, color: Color, decision: &Decision, play: bool) -> Said {
        let mv = match decision.choice {
            Choice::Resign => return Ok("resign".to_owned()),
            Choice::Move(mv) => mv,
        };
        if play {
            self.game.play(color, mv).map_err(|refused| refused.to_string())?;
            self.last = Some(decision.analysis.clone());
            if self.settings.overrides.ponder == Some(true) {
                // Nobody is to move after the last pass; then there is nothing to think about.
                let _ = self.engine.ponder(self.game.state());
            }
        }
        Ok(format_move(mv, self.game.size()))
    }

    /// The position as the side to move has it, in the phase of play.
    fn position(&self) -> GameState {
        self.game.with_turn(self.game.state().position().to_move)
    }

    pub(super) fn raw_nn(
        &self,
        symmetry: Option<u8>,
        policy_optimism: Option<f32>,
        human: bool,
    ) -> Said {
        if human && self.settings.human_profile().is_none() {
            return Err("no profile of people is set (kata-set-param humanSLProfile)".to_owned());
        }
        let state = self.position();
        let symmetries = symmetry.map_or(0..=7, |only| only..=only);
        let mut text = String::new();
        for symmetry in symmetries {
            let options = RawOptions {
                symmetry: Some(symmetry),
                policy_optimism: policy_optimism.unwrap_or(0.0),
                playout_doubling_advantage: self
                    .settings
                    .overrides
                    .playout_doubling_advantage
                    .unwrap_or(0.0),
                ignore_history: self.settings.overrides.ignore_history.unwrap_or(false),
                human_profile: self.settings.human_profile(),
            };
            let output =
                self.engine.raw_net(&state, &options).map_err(|error| error.to_string())?;
            let values = RawValues {
                win_rate: output.win + output.no_result / 2.0,
                no_result: output.no_result,
                lead: output.lead,
                score_mean: output.score_mean,
                score_stdev: output.score_stdev,
                win_loss_error: output.win_loss_error,
                score_error: output.score_error,
                variance_time: output.variance_time,
            };
            let (policy, ownership) = (output.policy, output.ownership);
            text += &RawOutput { symmetry, values, policy, ownership }.text(self.game.size());
        }
        Ok(text)
    }

    /// A short analysis for a picture.
    fn glance(&mut self, input: &Input) -> Result<Analysis, String> {
        let state = self.position();
        let mut options = AnalysisOptions::within(self.budget);
        if options.budget == Budget::LEVEL {
            options.budget = Budget::visits(GLANCE_VISITS);
        }
        options.policy = true;
        let stop = input.begin(Until::Interrupt);
        let analysis = self.engine.analyse(&state, &options, &mut |_| {}, &stop);
        input.finish();
        analysis.map_err(|error| error.to_string())
    }

    /// Whose each point will be, as GoGui's `dboard`.
    pub(super) fn ownership_board(&mut self, input: &Input) -> Said {
        let size = self.game.size();
        let analysis = self.glance(input)?;
        let values = rows(analysis.ownership.as_ref(), size);
        let lines: Vec<String> = values
            .chunks(size.columns().into())
            .map(|row| row.iter().map(|value| format!("{value:.3}")).collect::<Vec<_>>().join(" "))
            .collect();
        Ok(format!("\n{}", lines.join("\n")))
    }

    /// The moves that seem likely, as GoGui's `gfx`.
    pub(super) fn policy_picture(&mut self, input: &Input) -> Said {
        let size = self.game.size();
        let analysis = self.glance(input)?;
        let mut moves: Vec<_> =
            analysis.moves.iter().map(|entry| (entry.mv, entry.prior)).collect();
        moves.sort_by(|one, other| other.1.total_cmp(&one.1));
        let most = moves.first().map_or(1.0, |first| first.1).max(f32::MIN_POSITIVE);
        let points = moves.iter().filter(|(mv, prior)| *mv != Move::Pass && *prior > 0.001);
        let words: Vec<String> = points
            .map(|(mv, prior)| format!("{} {:.3}", format_move(*mv, size), prior / most))
            .collect();
        let first = moves
            .first()
            .map(|(mv, prior)| format!("{} {:.1}%", format_move(*mv, size), prior * 100.0));
        Ok(format!("INFLUENCE {}\nTEXT {}", words.join(" "), first.unwrap_or_default()))
    }
}

/// Seconds that no analysis takes.
const FOREVER: f32 = 1e9;
