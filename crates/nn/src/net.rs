use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::{
    EvaluateError, Evaluation, FeatureOptions, Features, Game, HumanProfile, Input, KernelSet,
    META, Meaning, Model, Network, NetworkError, NetworkOptions, PostOptions, RawOutputs,
    Situation, Symmetry, Workspace, post_process_into,
};

/// What is known of a network file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetInfo {
    /// The name within the file.
    pub name: String,
    /// Version of the format, 8 to 17.
    pub version: u32,
    /// SHA-256 of the file as stored, in 64 hexadecimal digits: what the file is known by.
    pub sha256: String,
    /// The file's size as stored, in bytes.
    pub bytes: u64,
    /// How many numbers it has learned.
    pub parameters: usize,
    /// Its blocks in short (see [`Model::blocks`]).
    pub blocks: String,
    /// Whether it imitates people and takes a [`HumanProfile`].
    pub imitates_people: bool,
}

impl NetInfo {
    /// That of a file whose content was read.
    pub fn of(bytes: &[u8], model: &Model) -> NetInfo {
        NetInfo {
            name: model.name.clone(),
            version: model.version,
            sha256: sha256(bytes),
            bytes: bytes.len() as u64,
            parameters: model.parameters(),
            blocks: model.blocks(),
            imitates_people: model.trunk.meta.is_some(),
        }
    }
}

/// A position to be judged, and how.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The game at the position.
    pub game: &'a Game,
    /// How it is shown to the network; what the network itself wants of life under suicide is added.
    pub features: FeatureOptions,
    /// How the answer is read.
    pub post: PostOptions,
    /// The orientation to show it in; the answer is in the game's own.
    pub symmetry: Symmetry,
    /// Whom to imitate, for networks that imitate people; others don't ask.
    pub profile: Option<HumanProfile>,
}

impl<'a> Question<'a> {
    /// The position as it is, everything else by default.
    pub fn new(game: &'a Game) -> Question<'a> {
        Question {
            game,
            features: FeatureOptions::default(),
            post: PostOptions::default(),
            symmetry: Symmetry::IDENTITY,
            profile: None,
        }
    }
}

/// A network from its file to its judgement of games, ready to be asked by several threads at once.
#[derive(Debug)]
pub struct Net {
    info: NetInfo,
    meaning: Meaning,
    pass_alive_suicide: bool,
    network: Network,
    /// Memory of questions that are over, for the next ones.
    spare: Mutex<Vec<Memory>>,
}

/// What answering a batch needs; kept from one to the next.
#[derive(Debug, Default)]
struct Memory {
    workspace: Workspace,
    features: Vec<Features>,
    profiles: Vec<Option<[f32; META]>>,
    outputs: Vec<RawOutputs>,
}

impl Net {
    /// Reads a file and makes it ready.
    ///
    /// # Errors
    /// When [`Model::read`] refuses the file, or the CPU lacks the kernels that the options ask for.
    pub fn load(bytes: &[u8], options: &NetworkOptions) -> Result<Net, NetworkError> {
        let model = Model::read(bytes)?;
        Ok(Net {
            info: NetInfo::of(bytes, &model),
            meaning: Meaning::of(&model),
            pass_alive_suicide: model.prefer_pass_alive_under_suicide,
            network: Network::new(&model, options)?,
            spare: Mutex::default(),
        })
    }

    /// What is known of its file.
    pub fn info(&self) -> &NetInfo {
        &self.info
    }

    /// The instruction set in use.
    pub fn kernels(&self) -> KernelSet {
        self.network.kernels()
    }

    /// Judges positions, one answer for each, from Black's view. Positions of the same size are computed together. Once as
    /// many positions have been asked before, hardly anything is allocated.
    ///
    /// # Errors
    /// When a board is larger than networks know, or there are not as many answers as questions; no answer is changed then.
    pub fn evaluate(
        &self,
        questions: &[Question<'_>],
        answers: &mut [Evaluation],
    ) -> Result<(), EvaluateError> {
        if questions.len() != answers.len() {
            let (inputs, outputs) = (questions.len(), answers.len());
            return Err(EvaluateError::Outputs { inputs, outputs });
        }
        // A thread that panicked had taken its memory out: what is left is whole.
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut memory = spare.unwrap_or_default();
        let result = self.evaluate_with(&mut memory, questions, answers);
        self.spare.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
        result
    }

    fn evaluate_with(
        &self,
        memory: &mut Memory,
        questions: &[Question<'_>],
        answers: &mut [Evaluation],
    ) -> Result<(), EvaluateError> {
        memory.fill(questions, self.pass_alive_suicide)?;
        let parts = memory.features.iter().zip(&memory.profiles).zip(questions);
        let inputs: Vec<Input<'_>> = parts
            .map(|((features, profile), question)| Input {
                meta: profile.as_ref(),
                ..Input::new(features, question.symmetry)
            })
            .collect();
        let outputs = &mut memory.outputs[..questions.len()];
        self.network.evaluate(&mut memory.workspace, &inputs, outputs)?;
        for ((question, raw), answer) in questions.iter().zip(outputs).zip(answers) {
            let situation = Situation::of(question.game);
            post_process_into(self.meaning, raw, &situation, &question.post, answer);
        }
        Ok(())
    }
}

impl Memory {
    /// Encodes the questions into the first places.
    fn fill(
        &mut self,
        questions: &[Question<'_>],
        pass_alive_suicide: bool,
    ) -> Result<(), EvaluateError> {
        while self.features.len() < questions.len() {
            let Some(question) = questions.get(self.features.len()) else { break };
            let size = question.game.size();
            self.features.push(Features::new(size).map_err(|error| EvaluateError::Size(error.0))?);
        }
        self.outputs.resize_with(self.features.len(), RawOutputs::default);
        self.profiles.clear();
        for (question, features) in questions.iter().zip(&mut self.features) {
            let mut options = question.features;
            options.pass_alive_suicide |= pass_alive_suicide;
            Features::encode(question.game, &options, features)
                .map_err(|error| EvaluateError::Size(error.0))?;
            let (to_move, size) = (question.game.to_move(), question.game.size());
            self.profiles.push(question.profile.map(|profile| profile.inputs(to_move, size)));
        }
        Ok(())
    }
}

/// The SHA-256 of bytes in 64 hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
