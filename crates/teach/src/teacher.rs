//! [`Teacher`]: a network whose answers are averaged over symmetries.

use board::Color;
use nn::{
    EvaluateError, Evaluation, FeatureOptions, Features, Game, Input, Meaning, Model, Network,
    NetworkError, NetworkOptions, PostOptions, RawOutputs, Situation, Symmetry, Workspace,
    post_process_into,
};

use crate::dice::Dice;

/// What a teacher says about a position, from the view of **the player to move**.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opinion {
    /// Probabilities of win, loss and no result, before the rules strike anything out.
    pub value: [f32; 3],
    /// Score mean, score deviation, lead (points), variance of the time left, short-term errors of win less loss and of the
    /// score; NaN where the network does not know.
    pub scores: [f32; 6],
    /// Probabilities among legal moves: the points row by row, then the pass; −1 for illegal ones.
    pub policy: Vec<f32>,
    /// Whose each point will be, row by row: 1 the mover's, −1 the opponent's.
    pub ownership: Vec<f32>,
}

/// Why a teacher can't teach.
#[derive(Debug, thiserror::Error)]
pub enum TeacherError {
    /// The file is no network that works here.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The position is too large for networks.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
}

/// A network that labels.
#[derive(Debug)]
pub struct Teacher {
    name: String,
    sha256: String,
    meaning: Meaning,
    pass_alive_suicide: bool,
    network: Network,
}

/// Memory that one thread keeps from batch to batch.
#[derive(Default, Debug)]
pub(crate) struct Memory {
    workspace: Workspace,
    outputs: Vec<RawOutputs>,
    evaluation: Evaluation,
}

impl Teacher {
    /// Reads a network file.
    ///
    /// # Errors
    /// When the file is no network.
    pub fn load(bytes: &[u8]) -> Result<Teacher, TeacherError> {
        let model = Model::read(bytes).map_err(NetworkError::from)?;
        Ok(Teacher {
            name: model.name.clone(),
            sha256: nn::sha256(bytes),
            meaning: Meaning::of(&model),
            pass_alive_suicide: model.prefer_pass_alive_under_suicide,
            network: Network::new(&model, &NetworkOptions::default())?,
        })
    }

    /// The name within the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// SHA-256 of the file as stored, in hexadecimal digits.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Opinions on positions, each averaged over `symmetries` (1 to 8) different ones of the eight, drawn by `dice`.
    ///
    /// # Errors
    /// When a board is larger than networks know.
    pub fn judge(
        &self,
        games: &[Game],
        symmetries: usize,
        dice: &mut Dice,
    ) -> Result<Vec<Opinion>, TeacherError> {
        let mut memory = Memory::default();
        self.judge_with(&mut memory, games, symmetries, dice)
    }

    pub(crate) fn judge_with(
        &self,
        memory: &mut Memory,
        games: &[Game],
        symmetries: usize,
        dice: &mut Dice,
    ) -> Result<Vec<Opinion>, TeacherError> {
        let options =
            FeatureOptions { pass_alive_suicide: self.pass_alive_suicide, ..Default::default() };
        let mut shown = Vec::with_capacity(games.len());
        for game in games {
            let too_large = |error: nn::BoardTooLarge| EvaluateError::Size(error.0);
            let mut features = Features::new(game.size()).map_err(too_large)?;
            Features::encode(game, &options, &mut features).map_err(too_large)?;
            shown.push(features);
        }
        let symmetries = symmetries.clamp(1, 8);
        let orders: Vec<[Symmetry; 8]> = games
            .iter()
            .map(|_| {
                let mut order = Symmetry::ALL;
                dice.shuffle(&mut order);
                order
            })
            .collect();
        let mut opinions = vec![Opinion::default(); games.len()];
        memory.outputs.resize_with(games.len(), RawOutputs::default);
        for round in 0..symmetries {
            let parts = shown.iter().zip(&orders);
            let inputs: Vec<Input<'_>> =
                parts.map(|(features, order)| Input::new(features, order[round])).collect();
            let outputs = &mut memory.outputs[..games.len()];
            self.network.evaluate(&mut memory.workspace, &inputs, outputs)?;
            for ((game, raw), opinion) in games.iter().zip(outputs).zip(&mut opinions) {
                self.add(game, raw, &mut memory.evaluation, opinion);
            }
        }
        for opinion in &mut opinions {
            opinion.divide(symmetries as f32);
        }
        Ok(opinions)
    }

    fn add(
        &self,
        game: &Game,
        raw: &RawOutputs,
        evaluation: &mut Evaluation,
        opinion: &mut Opinion,
    ) {
        // Softmax of all three outcomes, whatever the rules say.
        let situation = Situation { can_have_no_result: true, ..Situation::of(game) };
        post_process_into(self.meaning, raw, &situation, &PostOptions::default(), evaluation);
        let black = game.to_move() == Color::Black;
        let e = &*evaluation;
        let (win, loss) = if black { (e.win, e.loss) } else { (e.loss, e.win) };
        let factors = self.meaning.multipliers;
        let deviation = raw.misc[1].max(0.0) + (-raw.misc[1].abs()).exp().ln_1p();
        let scores = [
            raw.misc[0] * factors.score_mean,
            deviation * factors.score_stdev,
            raw.misc[2] * factors.lead,
            e.variance_time.unwrap_or(f32::NAN),
            e.win_loss_error.unwrap_or(f32::NAN),
            e.score_error.unwrap_or(f32::NAN),
        ];
        add(&mut opinion.value, &[win, loss, e.no_result]);
        add(&mut opinion.scores, &scores);
        opinion.policy.resize(e.policy.len(), 0.0);
        add(&mut opinion.policy, &e.policy);
        opinion.ownership.resize(e.ownership.len(), 0.0);
        let sign = if black { 1.0 } else { -1.0 };
        for (sum, value) in opinion.ownership.iter_mut().zip(&e.ownership) {
            *sum += sign * value;
        }
    }
}

impl Opinion {
    fn divide(&mut self, by: f32) {
        let all = self.value.iter_mut().chain(&mut self.scores);
        for value in all.chain(&mut self.policy).chain(&mut self.ownership) {
            *value /= by;
        }
    }
}

fn add(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}
