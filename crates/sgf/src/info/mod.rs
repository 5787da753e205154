//! The game information of a record, typed: players, komi, handicap, result, dates, time limits.

pub mod amount;
pub mod date;
pub mod rank;
pub mod result;
pub mod time;

use board::{BoardSize, ByColor};

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Location};
use crate::property::{Place, PropertyId};
use crate::tree::{GameTree, NodeId, Property};
use crate::value::Value;
use amount::{Amount, Unit};
use date::PartialDate;
use rank::Rank;
use result::{RecordedResult, WinBy};
use time::Overtime;

/// One player as recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Name (`PB`, `PW`).
    pub name: Option<String>,
    /// Rank, where the text names one.
    pub rank: Option<Rank>,
    /// Rank as written (`BR`, `WR`).
    pub rank_text: Option<String>,
    /// Team (`BT`, `WT`).
    pub team: Option<String>,
}

/// Everything a record says about its game. A field is `None` when the record does not say it or says it in a way that
/// cannot be read (then a diagnostic says so).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// Whether the record is of Go (`GM[1]`, or no `GM`).
    pub is_go: bool,
    /// Board size; 19×19 when the record gives none, `None` when it gives one that no board has.
    pub size: Option<BoardSize>,
    /// The players.
    pub players: ByColor<Player>,
    /// Komi for White in half-points, 子 and server notations resolved.
    pub komi: Option<i32>,
    /// Komi as written.
    pub komi_text: Option<String>,
    /// Number of handicap stones claimed (`HA`); 0 and 1 mean an even game.
    pub handicap: Option<u32>,
    /// The result; a margin in quarters under Chinese rules has the unit 子.
    pub result: Option<RecordedResult>,
    /// The result as written.
    pub result_text: Option<String>,
    /// Rules as written (`RU`).
    pub rules: Option<String>,
    /// Dates.
    pub dates: Vec<PartialDate>,
    /// Dates as written (`DT`).
    pub date_text: Option<String>,
    /// Event (`EV`).
    pub event: Option<String>,
    /// Round (`RO`).
    pub round: Option<String>,
    /// Place (`PC`).
    pub place: Option<String>,
    /// Name of the game (`GN`).
    pub name: Option<String>,
    /// Comment on the game (`GC`).
    pub comment: Option<String>,
    /// Opening (`ON`).
    pub opening: Option<String>,
    /// Source (`SO`).
    pub source: Option<String>,
    /// Annotator (`AN`).
    pub annotator: Option<String>,
    /// Who entered the record (`US`).
    pub user: Option<String>,
    /// Copyright (`CP`).
    pub copyright: Option<String>,
    /// Program that wrote the file, with its version (`AP`).
    pub application: Option<String>,
    /// Main time of each side in milliseconds.
    pub main_time_ms: Option<u64>,
    /// Main time as written (`TM`).
    pub time_text: Option<String>,
    /// Overtime.
    pub overtime: Option<Overtime>,
}

impl GameInfo {
    /// Reads the information on the main line of a tree.
    pub fn read(tree: &GameTree) -> (Self, Diagnostics) {
        Self::read_nodes(tree, tree.main_line())
    }

    /// Reads the information on the line that ends in a node: game collections may give it only where games part.
    pub fn read_at(tree: &GameTree, node: NodeId) -> (Self, Diagnostics) {
        Self::read_nodes(tree, tree.line_to(node).into_iter())
    }

    fn read_nodes(tree: &GameTree, nodes: impl Iterator<Item = NodeId>) -> (Self, Diagnostics) {
        let mut reader =
            InfoReader { root: Some(tree.location(tree.root())), ..InfoReader::default() };
        for node in nodes {
            for property in tree.properties(node) {
                let Some(row) = property.row() else { continue };
                let root_only = row.place == Place::Root || row.id == PropertyId::TC;
                if row.place == Place::GameInfo || (root_only && node == tree.root()) {
                    reader.take(Found { node, property, id: row.id });
                }
            }
        }
        reader.finish()
    }
}

/// A property that is being read.
#[derive(Clone, Copy)]
struct Found<'t> {
    node: NodeId,
    property: Property<'t>,
    id: PropertyId,
}

impl<'t> Found<'t> {
    fn value(&self) -> Value<'t> {
        self.property.first()
    }

    /// The text, `None` when it is blank.
    fn text(&self) -> Option<String> {
        Some(self.value().simple_text().into_owned()).filter(|text| !text.is_empty())
    }
}

#[derive(Default)]
struct InfoReader<'t> {
    info: GameInfo,
    found: Diagnostics,
    root: Option<Location>,
    // These are read when everything else is known.
    komi: Option<Found<'t>>,
    result: Option<Found<'t>>,
    game: Option<Found<'t>>,
    size: Option<Found<'t>>,
    /// Number of byo-yomi periods and seconds of each, as the Fox server writes them.
    fox_periods: Option<u32>,
    fox_seconds: Option<u64>,
}

impl<'t> InfoReader<'t> {
    fn report(&mut self, at: &Found<'t>, code: Code, found: impl Into<String>) {
        self.found.push(Diagnostic {
            code,
            place: at.property.location(at.node),
            found: found.into(),
        });
    }

    fn take(&mut self, found: Found<'t>) {
        use PropertyId as P;
        let info = &mut self.info;
        let (black, white) = (&mut info.players.black, &mut info.players.white);
        let text = match found.id {
            P::PB => &mut black.name,
            P::PW => &mut white.name,
            P::BR => &mut black.rank_text,
            P::WR => &mut white.rank_text,
            P::BT => &mut black.team,
            P::WT => &mut white.team,
            P::RU => &mut info.rules,
            P::EV => &mut info.event,
            P::RO => &mut info.round,
            P::PC => &mut info.place,
            P::GN => &mut info.name,
            P::ON => &mut info.opening,
            P::SO => &mut info.source,
            P::AN => &mut info.annotator,
            P::US => &mut info.user,
            P::CP => &mut info.copyright,
            P::AP => &mut info.application,
            P::GC => {
                let text = found.value().text().into_owned();
                return keep_first(
                    &mut info.comment,
                    Some(text).filter(|text| !text.trim().is_empty()),
                );
            }
            _ => return self.take_typed(found),
        };
        keep_first(text, found.text());
    }

    fn take_typed(&mut self, found: Found<'t>) {
        use PropertyId as P;
        match found.id {
            P::GM => keep_first(&mut self.game, Some(found)),
            P::SZ => keep_first(&mut self.size, Some(found)),
            P::KM => keep_first(&mut self.komi, Some(found)),
            P::RE => keep_first(&mut self.result, Some(found)),
            P::TC => keep_first(
                &mut self.fox_periods,
                found.value().number().and_then(|n| u32::try_from(n).ok()),
            ),
            P::TT => keep_first(
                &mut self.fox_seconds,
                found.value().number().and_then(|n| u64::try_from(n).ok()),
            ),
            P::HA => self.handicap(found),
            P::DT => self.dates(found),
            P::TM if self.info.time_text.is_none() => {
                self.info.time_text = found.text();
                self.info.main_time_ms = self.info.time_text.as_deref().and_then(time::parse_main);
            }
            P::OT if self.info.overtime.is_none() => {
                self.info.overtime = found.text().as_deref().and_then(time::parse_overtime);
            }
            _ => {}
        }
    }

    fn handicap(&mut self, found: Found<'t>) {
        let Some(text) = found.text().filter(|_| self.info.handicap.is_none()) else { return };
        let number = amount::find(&text).filter(|amount| amount.thousandths % 1000 == 0);
        let number = number.and_then(|amount| u32::try_from(amount.thousandths / 1000).ok());
        self.info.handicap = number.filter(|number| *number <= 361);
        if self.info.handicap.is_none() {
            self.report(&found, Code::HandicapUnreadable, text);
        }
    }

    fn dates(&mut self, found: Found<'t>) {
        let Some(text) = found.text().filter(|_| self.info.date_text.is_none()) else { return };
        let (dates, is_normal) = date::parse(&text);
        if !is_normal {
            self.report(&found, Code::DateUnusual, text.clone());
        }
        self.info.dates = dates;
        self.info.date_text = Some(text);
    }

    fn finish(mut self) -> (GameInfo, Diagnostics) {
        let rank =
            |player: &mut Player| player.rank = player.rank_text.as_deref().and_then(Rank::parse);
        rank(&mut self.info.players.black);
        rank(&mut self.info.players.white);
        self.read_game();
        self.read_size();
        self.read_komi();
        self.read_result();
        if let (None, Some(periods), Some(seconds)) =
            (&self.info.overtime, self.fox_periods, self.fox_seconds)
        {
            let period_ms = seconds.saturating_mul(1000);
            self.info.overtime =
                (periods > 0 && seconds > 0).then_some(Overtime::ByoYomi { periods, period_ms });
        }
        (self.info, self.found)
    }

    fn read_game(&mut self) {
        self.info.is_go = true;
        let Some(found) = self.game else { return };
        let text = found.text().unwrap_or_default();
        if !text.is_empty() && found.value().number() != Some(1) {
            self.info.is_go = false;
            self.report(&found, Code::OtherGame, text);
        }
    }

    fn read_size(&mut self) {
        let Some(found) = self.size else {
            self.info.size = BoardSize::square(19).ok();
            if let Some(place) = self.root.filter(|_| self.info.is_go) {
                self.found.push(Diagnostic {
                    code: Code::SizeMissing,
                    place,
                    found: String::new(),
                });
            }
            return;
        };
        self.info.size = board_size(found.value());
        if self.info.size.is_none() {
            self.report(&found, Code::SizeUnreadable, found.text().unwrap_or_default());
        }
    }

    fn is_fox(&self) -> bool {
        self.fox_seconds.is_some()
            || self.info.application.as_deref().is_some_and(|text| text.contains("foxwq"))
    }

    fn is_chinese(&self) -> bool {
        let rules = self.info.rules.as_deref().unwrap_or_default().to_lowercase();
        rules.starts_with("chinese")
            || rules.starts_with("cn")
            || rules.contains("中国")
            || rules.contains("中國")
    }

    fn read_komi(&mut self) {
        let Some(found) = self.komi else { return };
        let Some(text) = found.text() else { return };
        self.info.komi_text = Some(text.clone());
        let Some(written) = amount::find(&text) else {
            return self.report(&found, Code::KomiUnreadable, text);
        };
        let mut komi = written;
        // Nobody gives a komi of a hundred points: this is the Fox server's notation in hundredths.
        let hundredths = komi.unit == Unit::Unstated && komi.thousandths.abs() >= 100_000;
        if hundredths {
            komi.thousandths /= 100;
        }
        // Points come in halves; a quarter means 子, as does a size that only 子 explain.
        if komi.thousandths % 500 != 0 {
            komi = komi.in_zi();
        }
        self.info.komi = komi.half_points();
        let Some(half) = self.info.komi else {
            return self.report(&found, Code::KomiUnreadable, text);
        };
        let points = Amount { thousandths: i64::from(half) * 500, unit: Unit::Points };
        if hundredths {
            self.report(&found, Code::KomiFox, format!("{text} → {points}"));
        } else if komi.unit == Unit::Zi {
            self.report(&found, Code::KomiZi, format!("{text} → {points}"));
        } else if half == 0 && self.is_fox() && self.info.handicap.unwrap_or(0) < 2 {
            self.info.komi = None;
            self.report(&found, Code::KomiUnknown, text);
        }
    }

    fn read_result(&mut self) {
        let Some(found) = self.result else { return };
        let Some(text) = found.text() else { return };
        self.info.result_text = Some(text.clone());
        let Some(read) = result::parse(&text) else {
            return self.report(&found, Code::ResultUnreadable, text);
        };
        if !read.is_normal {
            self.report(&found, Code::ResultUnusual, text);
        }
        self.info.result = Some(match read.result {
            RecordedResult::Win { winner, by: WinBy::Margin(margin) } => {
                let quarters = margin.unit == Unit::Unstated && margin.thousandths % 500 == 250;
                let margin = if quarters && (self.is_chinese() || self.is_fox()) {
                    margin.in_zi()
                } else {
                    margin
                };
                RecordedResult::Win { winner, by: WinBy::Margin(margin) }
            }
            other => other,
        });
    }
}

fn keep_first<T>(place: &mut Option<T>, value: Option<T>) {
    if place.is_none() {
        *place = value;
    }
}

/// A board size: `19`, `16:8`, `19x19`.
pub(crate) fn board_size(value: Value<'_>) -> Option<BoardSize> {
    let text = value.simple_text();
    let text = amount::narrow(&text);
    let (columns, rows) = text.split_once([':', 'x', 'X', '*', '×']).unwrap_or((&text, &text));
    BoardSize::new(columns.trim().parse().ok()?, rows.trim().parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    fn read(text: &str) -> (GameInfo, Vec<Code>) {
        let (info, found) = GameInfo::read(&parse(text.as_bytes()).trees[0]);
        (info, found.iter().map(|d| d.code).collect())
    }

    #[test]
    fn everything_is_read() {
        let (info, codes) = read(
            "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]SZ[19]KM[6.50]HA[2]RU[Japanese]PB[a]PW[b]BR[\\[2k*\\]]WR[9段]BT[x]\
             DT[2016-03-09,10]EV[e]RO[1]PC[KGS]GN[g]GC[one\ntwo]TM[1800]OT[5x30 byo-yomi]RE[W+3.5]SO[s]AN[n]US[u]\
             CP[c]ON[o])",
        );
        assert_eq!(codes, []);
        assert_eq!(info.size, BoardSize::square(19).ok());
        assert_eq!(
            (info.komi, info.handicap, info.main_time_ms),
            (Some(13), Some(2), Some(1_800_000))
        );
        assert_eq!(info.players.black.rank.map(|rank| rank.to_string()).as_deref(), Some("2k"));
        assert_eq!(info.players.white.rank.map(|rank| rank.to_string()).as_deref(), Some("9d"));
        assert_eq!(info.dates.len(), 2);
        assert_eq!(info.comment.as_deref(), Some("one\ntwo"));
        assert_eq!(info.overtime, Some(Overtime::ByoYomi { periods: 5, period_ms: 30_000 }));
        assert_eq!(info.result.map(|result| result.to_string()).as_deref(), Some("W+3.5"));
        assert_eq!(info.application.as_deref(), Some("CGoban:3"));
    }

    #[test]
    fn komi_of_servers_and_of_the_chinese() {
        let fox = "AP[foxwq]TT[30]TC[3]";
        for (header, komi, code) in [
            ("KM[6.5]", Some(13), None),
            ("KM[-9.50]", Some(-19), None),
            ("KM[375]RU[Chinese]", Some(15), Some(Code::KomiFox)),
            ("KM[325]RU[Chinese]", Some(13), Some(Code::KomiFox)),
            ("KM[650]", Some(13), Some(Code::KomiFox)),
            ("KM[2.75]", Some(11), Some(Code::KomiZi)),
            ("KM[黑贴3又3/4子]", Some(15), Some(Code::KomiZi)),
            ("KM[5 1/2]", Some(11), None),
            ("KM[6目半]", Some(13), None),
            (&format!("KM[0]{fox}HA[0]"), None, Some(Code::KomiUnknown)),
            (&format!("KM[0]{fox}HA[3]"), Some(0), None),
            ("KM[0]", Some(0), None),
            ("KM[many]", None, Some(Code::KomiUnreadable)),
            ("KM[6.3]", None, Some(Code::KomiUnreadable)),
            ("KM[]", None, None),
        ] {
            let (info, codes) = read(&format!("(;SZ[19]{header})"));
            assert_eq!((info.komi, codes.first().copied()), (komi, code), "{header}");
        }
    }

    #[test]
    fn fox_margins_are_in_zi() {
        let (info, _) = read("(;SZ[19]RE[W+0.25]RU[Chinese]AP[foxwq]TC[5]TT[60])");
        assert_eq!(info.result.map(|result| result.to_string()).as_deref(), Some("W+0.5"));
        assert_eq!(info.overtime, Some(Overtime::ByoYomi { periods: 5, period_ms: 60_000 }));
        let (info, codes) = read("(;SZ[19]RE[W+0.0])");
        assert_eq!(
            (info.result.map(|result| result.to_string()).as_deref(), codes),
            (Some("W+"), vec![Code::ResultUnusual])
        );
    }

    #[test]
    fn sizes_and_other_games() {
        let size = |columns, rows| BoardSize::new(columns, rows).ok();
        assert_eq!(read("(;SZ[16:8])").0.size, size(16, 8));
        assert_eq!(read("(;SZ[19x19])").0.size, size(19, 19));
        assert_eq!(read("(;GM[1])").0.size, size(19, 19));
        assert_eq!(
            read("(;SZ[26])"),
            (GameInfo { is_go: true, ..GameInfo::default() }, vec![Code::SizeUnreadable])
        );
        assert_eq!(read("(;SZ[-10])").1, [Code::SizeUnreadable]);
        assert_eq!(read("(;GM[19])").1, [Code::OtherGame]);
        assert!(!read("(;GM[game of go])").0.is_go);
    }

    #[test]
    fn information_where_games_part() {
        let parsed = parse(b"(;SZ[9](;PB[one];B[aa])(;PB[two];B[bb]))");
        let tree = &parsed.trees[0];
        assert_eq!(GameInfo::read(tree).0.players.black.name.as_deref(), Some("one"));
        let last = tree.walk().last().unwrap();
        assert_eq!(GameInfo::read_at(tree, last).0.players.black.name.as_deref(), Some("two"));
    }
}
