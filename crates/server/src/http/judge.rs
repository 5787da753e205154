//! Counting: a game that has stopped, or any record, with every term as data, and by every ruleset.

use std::sync::Arc;

use api::{
    Code, CountTerms, CountedBy, ErrorBody, GameId, ImportRecord, JudgeRequest, JudgedCount,
    JudgedLine, JudgedMarks, JudgedOwners, Judgement, LabDifference, LabRow, Message as Words,
    ProposedGroup, SideTerms, Stones, TwoSides,
};
use axum::Json;
use axum::extract::State;
use board::{Board, BoardSize, ByColor, Color, Coordinates, PointSet};
use rules::lab::{self, Row};
use rules::life::{self, Areas};
use rules::{
    Count, Lang, Marking, Marks, MarksFrom, Removal, Ruleset, Score, Scoring, SharedPoints, Tax,
    Unit,
};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::auth::{MaybeUser, User};
use crate::error::Error;
use crate::game::{Finding, Message, ToJudge, points_text, words};
use crate::http::ClientAddress;
use crate::http::extract::{Body, Id, Params};
use crate::http::games::{ask, parse};
use crate::record::File;

/// Records of more moves are not counted: sixteen rulesets replay each.
const MOST_MOVES: u32 = 5_000;

/// How to judge a game.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct HowToJudge {
    /// The key, for a private game.
    #[serde(default)]
    #[param(max_length = 64)]
    key: Option<String>,
    /// Show the count by this ruleset instead of the game's own.
    #[serde(default)]
    #[param(max_length = 400)]
    ruleset: Option<String>,
}

/// A game that has stopped, counted: by the players' marking where there is one, else by the analyser's proposal.
#[utoipa::path(get, path = "/api/v1/games/{id}/judgement", tag = "rules", params(("id" = GameId, Path), HowToJudge),
    responses((status = 200, body = Judgement), (status = "default", body = ErrorBody)))]
pub(crate) async fn game(
    State(app): State<Arc<App>>,
    MaybeUser(known): MaybeUser,
    ClientAddress(from): ClientAddress,
    Id(id): Id<String>,
    Params(HowToJudge { key, ruleset }): Params<HowToJudge>,
) -> Result<Json<Judgement>, Error> {
    app.limiters.judgement(from)?;
    let shown = ruleset.map(|name| find_ruleset(&name)).transpose()?;
    let (id, user) = (parse(&id)?, known.map(|k| k.id()));
    let ToJudge { state, names, marks, groups, penalties, decided } =
        *ask(&app, id, |reply| Message::Judge { user, key, reply }).await?;
    let outcome = state.outcome();
    let unit = state.ruleset().unit;
    let case = Case {
        result: outcome.map(rules::Outcome::to_sgf),
        result_text: outcome.map(|o| both(|lang| o.describe(lang, unit))),
        state,
        names,
        marks,
        groups,
        penalties,
        decided,
        illegal: None,
        komi: None,
        shown,
    };
    on_thread(&app, move || case.judge()).await
}

/// A record of any format counted, at its end or after a move.
#[utoipa::path(post, path = "/api/v1/judge", tag = "rules", request_body = JudgeRequest,
    responses((status = 200, body = Judgement), (status = "default", body = ErrorBody)))]
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    User(_): User,
    ClientAddress(from): ClientAddress,
    Body(request): Body<JudgeRequest>,
) -> Result<Json<Judgement>, Error> {
    app.limiters.judgement(from)?;
    on_thread(&app, move || read(request)?.judge()).await
}

/// Counts on a thread for such work, one at a time.
async fn on_thread(
    app: &App,
    work: impl FnOnce() -> Result<Judgement, Error> + Send + 'static,
) -> Result<Json<Judgement>, Error> {
    let slot =
        app.analyser.clone().acquire_owned().await.map_err(|_| Error::from(Code::Stopping))?;
    let done = tokio::task::spawn_blocking(move || {
        let _slot = slot;
        work()
    });
    done.await.map_err(|_| Error::from(Code::Internal))?.map(Json)
}

fn field(name: &str, what: impl std::fmt::Display) -> Error {
    Error::with(Code::BadField, format!("{name}: {what}"))
}

fn find_ruleset(name: &str) -> Result<Arc<Ruleset>, Error> {
    if name.len() > 400 {
        return Err(Code::NoRuleset.into());
    }
    Ruleset::find(name).map_err(|e| Error::with(Code::NoRuleset, e.to_string()))
}

fn both(say: impl Fn(Lang) -> String) -> Words {
    Words::new(say(Lang::Zh), say(Lang::En))
}

/// A game to count.
struct Case {
    state: rules::GameState,
    names: TwoSides<String>,
    marks: Option<Marks>,
    groups: Vec<ProposedGroup>,
    penalties: ByColor<Score>,
    decided: bool,
    result: Option<String>,
    result_text: Option<Words>,
    illegal: Option<Words>,
    komi: Option<Score>,
    shown: Option<Arc<Ruleset>>,
}

/// A record as a case.
fn read(request: JudgeRequest) -> Result<Case, Error> {
    let (name, text, base64, game) = (request.name, request.text, request.base64, request.game);
    let file = File::take(ImportRecord { name, text, base64, game }, "")?;
    let (_, tree) = file.chosen(&file.read())?;
    let ruleset = request.ruleset.as_deref().map(find_ruleset).transpose()?;
    // What cannot be meant on the largest board can be meant nowhere.
    let largest = BoardSize::square(25).map_err(|_| Error::from(Code::Internal))?;
    let komi = request.komi.as_deref().map(|text| Ruleset::parse_komi(text, largest));
    let komi = komi.transpose().map_err(|e| field("komi", e))?;
    let options = sgf::ReplayOptions { ruleset: ruleset.clone(), komi, ..Default::default() };
    let mut replayer = sgf::Replayer::new(options);
    let replayed = match request.move_number {
        None => replayer.replay(&tree),
        Some(wanted) => {
            let node = tree
                .node_after(wanted)
                .map_err(|moves| field("move", format!("there are {moves} moves")))?;
            replayer.replay_to(&tree, node, false)
        }
    };
    let replay = replayed.map_err(|e| field("text", e))?;
    if replay.moves > MOST_MOVES {
        return Err(Code::TooLarge.into());
    }
    if replay.impossible_setup.is_some() {
        return Err(field("text", "set-up stones have no liberty"));
    }
    let state = replay.state;
    let size = state.size();
    if let Some(komi) = komi {
        Ruleset::check_komi(komi, size).map_err(|e| field("komi", e))?;
    }
    let marked = replay.territory.as_ref().filter(|t| !(t.black | t.white).is_empty());
    let marks = match (&request.dead, marked) {
        (Some(dead), _) => Some(given(state.board(), dead, &request.seki)?),
        (None, Some(territory)) => Some(Marks::of_territory(state.board(), territory)),
        (None, None) => None,
    };
    let illegal = replay.illegal.as_ref().map(|step| {
        let say = |lang| step.error.describe(lang, Coordinates::Gtp, size);
        let number = step.number;
        Words::new(
            format!("第 {number} 手：{}", say(Lang::Zh)),
            format!("move {number}: {}", say(Lang::En)),
        )
    });
    let clean = |text: Option<&String>| -> String {
        text.map(|t| t.chars().filter(|c| !c.is_control()).take(100).collect()).unwrap_or_default()
    };
    let result = replay.info.result_text.as_ref().map(|text| clean(Some(text)));
    let unit = state.ruleset().unit;
    let outcome = result.as_deref().and_then(|text| rules::Outcome::from_sgf(text).ok().flatten());
    Ok(Case {
        names: TwoSides {
            black: clean(replay.info.players.black.name.as_ref()),
            white: clean(replay.info.players.white.name.as_ref()),
        },
        result_text: outcome.map(|o| both(|lang| o.describe(lang, unit))),
        result,
        marks,
        groups: Vec::new(),
        penalties: ByColor::default(),
        decided: false,
        illegal,
        komi,
        shown: request.show.as_deref().map(find_ruleset).transpose()?,
        state,
    })
}

/// The marking of a request: whole chains for stones, as they are for points in seki.
fn given(board: &Board, dead: &[String], seki: &[String]) -> Result<Marks, Error> {
    let size = board.size();
    let point = |name: &'static str, text: &String| {
        let short: String = text.chars().take(20).collect();
        Coordinates::Gtp.parse(&short, size).map_err(|e| field(name, e))
    };
    if dead.len() > 625 || seki.len() > 625 {
        return Err(Code::TooLarge.into());
    }
    let mut marking = Marking::default();
    for text in dead {
        let at = point("dead", text)?;
        if board.get(at).is_none() {
            let name = Coordinates::Gtp.format(at, size);
            return Err(field("dead", format!("{name} is empty")));
        }
        marking.dead |= board.chain_set(at);
    }
    for text in seki {
        let at = point("seki", text)?;
        match board.get(at) {
            Some(_) => marking.seki |= board.chain_set(at),
            None => marking.seki |= PointSet::single(at),
        }
    }
    if marking.dead.intersects(&marking.seki) {
        return Err(field("seki", "a chain is both dead and in seki"));
    }
    Ok(Marks::new(MarksFrom::Given, marking))
}

impl Case {
    fn judge(self) -> Result<Judgement, Error> {
        let Case { state, names, marks, mut groups, penalties, .. } = self;
        let board = state.board();
        let size = board.size();
        let marks = marks.unwrap_or_else(|| {
            let proposal = life::propose(board, &life::Options::default());
            groups = Finding::of(&proposal, board).view().groups;
            Marks::of_proposal(&proposal)
        });
        let fill = fill(&state, &marks);
        let rows = lab::rows(&lab::Case {
            game: &state,
            marking: marks.marking.clone(),
            fill,
            komi: self.komi,
            penalties,
        });
        let own = rows.iter().find(|row| row.own).ok_or(Error::from(Code::Internal))?;
        let shown = match &self.shown {
            Some(wanted) => rows.iter().find(|row| row.ruleset.id == wanted.id),
            None => Some(own),
        };
        let shown = shown.ok_or_else(|| field("ruleset", "it is none of the list"))?;
        let count = match &shown.end {
            Ok(count) => counted(shown, count, size),
            Err(why) => return Err(field("ruleset", &why.en)),
        };
        let mut lines: Vec<LabRow> = rows.iter().map(|row| line(own, row, size)).collect();
        lines.sort_by_key(|line| !line.own);
        let list = |set: &PointSet| points_text(set, size);
        let prisoners = state.prisoners();
        Ok(Judgement {
            cols: size.columns(),
            rows: size.rows(),
            players: names,
            moves: state.move_number(),
            handicap: state.handicap(),
            stones: Stones::of(board),
            prisoners: TwoSides { black: prisoners.black, white: prisoners.white },
            marks: JudgedMarks {
                from: from_code(marks.from).to_owned(),
                dead: list(&marks.marking.dead),
                seki: list(&marks.seki),
                unsettled: marks.unsettled.iter().map(list).collect(),
                contested: list(&marks.contested),
                groups,
            },
            decided: self.decided,
            result: self.result,
            result_text: self.result_text,
            illegal: self.illegal,
            count,
            lab: lines,
        })
    }
}

/// Points that must still be filled. Players who agreed on a count by territory have settled that themselves.
fn fill(state: &rules::GameState, marks: &Marks) -> PointSet {
    let agreed = marks.from == MarksFrom::Players;
    if agreed && state.ruleset().scoring == Scoring::Territory || marks.from == MarksFrom::Record {
        return marks.fill;
    }
    let areas = Areas::of(state.board(), marks.marking.dead);
    areas.false_territory.black | areas.false_territory.white
}

fn from_code(from: MarksFrom) -> &'static str {
    match from {
        MarksFrom::Players => "players",
        MarksFrom::Given => "given",
        MarksFrom::Record => "record",
        MarksFrom::Analysis => "analysis",
        MarksFrom::Nobody => "nobody",
    }
}

fn counted_by(ruleset: &Ruleset) -> CountedBy {
    let scoring = match ruleset.scoring {
        Scoring::Area => "area",
        Scoring::Territory => "territory",
        Scoring::Stones => "stones",
    };
    let unit = match ruleset.unit {
        Unit::Zi => "zi",
        Unit::Point => "point",
        Unit::Lu => "lu",
    };
    CountedBy {
        id: ruleset.id.clone(),
        name: words(&ruleset.name),
        scoring: scoring.to_owned(),
        unit: unit.to_owned(),
        halves: ruleset.shared == SharedPoints::Halved,
        all_alive: ruleset.end.removal == Removal::AllAlive,
    }
}

fn counted(row: &Row, count: &Count, size: BoardSize) -> JudgedCount {
    let owners = &count.owners;
    let of = |color: Color| points_text(&(owners.living[color] | owners.surrounded[color]), size);
    let surrounded = owners.surrounded.black | owners.surrounded.white;
    let takes_eyes =
        row.ruleset.tax != Tax::None && count.sides.iter().any(|(_, side)| side.seki_eyes > 0);
    let uncounted = if takes_eyes { surrounded & owners.seki } else { PointSet::EMPTY };
    let unit = count.unit;
    let line = |line: &rules::Line| JudgedLine {
        kind: line.kind().to_owned(),
        text: both(|lang| line.describe(lang, unit)),
    };
    JudgedCount {
        rules: counted_by(&row.ruleset),
        terms: terms(count),
        owners: JudgedOwners {
            black: of(Color::Black),
            white: of(Color::White),
            neutral: points_text(&owners.neutral, size),
            seki: points_text(&owners.seki, size),
            uncounted: points_text(&uncounted, size),
            unfilled: points_text(&count.fill, size),
        },
        lines: count.lines.iter().map(line).collect(),
    }
}

fn terms(count: &Count) -> CountTerms {
    let side = |color: Color| {
        let side = &count.sides[color];
        SideTerms {
            stones: side.stones,
            surrounded: side.surrounded,
            seki_eyes: side.seki_eyes,
            unfilled: side.unfilled,
            area: side.area,
            territory: side.territory,
            prisoners: side.prisoners,
            dead_taken: side.dead_taken,
            pass_stones: side.pass_stones,
            groups: side.groups,
            tax: side.tax,
            button: side.button.to_f64(),
            penalty_gain: side.penalty_gain.to_f64(),
            count: side.count.to_f64(),
            total: side.total.to_f64(),
        }
    };
    let threshold = |color| count.threshold_of(color).to_f64();
    CountTerms {
        sides: TwoSides { black: side(Color::Black), white: side(Color::White) },
        neutral: count.neutral,
        base: count.base.to_f64(),
        threshold: TwoSides { black: threshold(Color::Black), white: threshold(Color::White) },
        komi: count.komi.to_f64(),
        extra_komi: count.extra_komi.to_f64(),
        compensation: count.compensation.to_f64(),
        margin: count.margin.to_f64(),
        winner: count.outcome().winner().map(Into::into),
        tie: count.tie.map(Into::into),
        result: count.result_sgf(),
        text: both(|lang| count.result_text(lang)),
    }
}

fn line(own: &Row, row: &Row, size: BoardSize) -> LabRow {
    let differences = lab::differences(own, row).into_iter().map(|found| LabDifference {
        term: found.term.code().to_owned(),
        name: words(&found.name),
        points: found.points.to_f64(),
        at: points_text(&found.at, size),
    });
    LabRow {
        rules: counted_by(&row.ruleset),
        own: row.own,
        illegal: row.end.as_ref().err().map(words),
        terms: row.end.as_ref().ok().map(|count| terms(count)),
        differences: differences.collect(),
        why: words(&lab::sentence(own, row)),
    }
}
