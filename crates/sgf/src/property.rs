//! Every property of FF\[1\] to FF\[4\], as one table.
//!
//! Source: the property indexes of the SGF user guides for FF\[3\] and FF\[4\] (Arno Hollosi) and of the FF\[1\] thesis
//! (Anders Kierulf); two header properties of the Fox server are in the table because so many files have them.

/// Where in a game tree a property may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Only in the root node.
    Root,
    /// Game information: at most one node on each path.
    GameInfo,
    /// Edits the position; not in a node that has a move.
    Setup,
    /// Plays or comments on a move; not in a node with set-up properties.
    Move,
    /// Anywhere.
    Any,
    /// Anywhere, and inherited by the nodes below.
    Inherited,
}

/// What a value of a property is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// Must be empty.
    None,
    /// A whole number.
    Number,
    /// A decimal number.
    Real,
    /// 1 or 2, for "normal" and "emphasised".
    Double,
    /// `B` or `W`.
    Color,
    /// Text in one line.
    SimpleText,
    /// Text with line breaks.
    Text,
    /// A move: a point, or a pass.
    Move,
    /// A point; in a list also a rectangle.
    Point,
    /// A point with a text, `point:text`.
    PointText,
    /// Two points, `point:point`.
    PointPair,
    /// Two texts, `text:text`.
    TextPair,
    /// A size: one number, or `columns:rows`.
    Size,
    /// Empty, or `number:text`.
    Figure,
    /// A property of another game than Go; its values are kept as they are.
    Other,
}

impl ValueType {
    /// Whether the value is prose, in which brackets are likely to be part of the text.
    pub fn is_prose(self) -> bool {
        matches!(
            self,
            Self::SimpleText
                | Self::Text
                | Self::PointText
                | Self::TextPair
                | Self::Figure
                | Self::Other
        )
    }
}

/// One row of the property table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The property.
    pub id: PropertyId,
    /// Its name: one or two capital letters.
    pub name: &'static str,
    /// What its values are.
    pub value: ValueType,
    /// Whether it may have more than one value.
    pub list: bool,
    /// Whether a list may be empty (one empty value).
    pub may_be_empty: bool,
    /// Where it may stand.
    pub place: Place,
    /// The first file format that has it, 1 to 4; 0 for a server's own property.
    pub since: u8,
    /// The last file format that has it, 1 to 4; 0 for a server's own property.
    pub until: u8,
    /// What it is, in English.
    pub en: &'static str,
    /// What it is, in Chinese.
    pub zh: &'static str,
}

macro_rules! properties {
    ($( $id:ident $value:ident $shape:ident $place:ident $since:literal $until:literal $en:literal $zh:literal; )*) => {
        /// A property that one of the file formats defines.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the table gives each variant's meaning in two languages")]
        #[allow(clippy::upper_case_acronyms, reason = "the names are those of the format")]
        pub enum PropertyId { $( $id, )* }

        /// The table, in alphabetical order.
        pub const PROPERTIES: &[Row] = &[ $( Row {
            id: PropertyId::$id,
            name: stringify!($id),
            value: ValueType::$value,
            list: shape::$shape.0,
            may_be_empty: shape::$shape.1,
            place: Place::$place,
            since: $since,
            until: $until,
            en: $en,
            zh: $zh,
        }, )* ];
    };
}

/// `(list, may be empty)` under the names used in the table.
mod shape {
    #![allow(non_upper_case_globals, reason = "read as words in the table below")]
    pub(super) const one: (bool, bool) = (false, false);
    pub(super) const list: (bool, bool) = (true, false);
    pub(super) const elist: (bool, bool) = (true, true);
}

properties! {
    AB Point list Setup 1 4 "add black stones" "放置黑子";
    AE Point list Setup 1 4 "clear points" "清空交叉点";
    AN SimpleText one GameInfo 3 4 "annotator" "评注者";
    AP TextPair one Root 4 4 "application" "生成软件";
    AR PointPair list Any 4 4 "arrows" "箭头";
    AS Other one Any 4 4 "who adds stones (Lines of Action)" "由谁加子（其他棋种）";
    AW Point list Setup 1 4 "add white stones" "放置白子";
    B Move one Move 1 4 "black move" "黑棋着手";
    BL Real one Move 1 4 "black time left" "黑方剩余时间";
    BM Double one Move 1 4 "bad move" "恶手";
    BR SimpleText one GameInfo 1 4 "black rank" "黑方段级位";
    BS Number one GameInfo 1 3 "black species" "黑方种类（人或程序）";
    BT SimpleText one GameInfo 3 4 "black team" "黑方队伍";
    C Text one Any 1 4 "comment" "注释";
    CA SimpleText one Root 4 4 "character set" "字符编码";
    CH Double one Any 1 3 "check mark" "检查标记";
    CP SimpleText one GameInfo 3 4 "copyright" "版权";
    CR Point list Any 3 4 "circles" "圆圈标记";
    DD Point elist Inherited 4 4 "dimmed points" "变暗的点";
    DM Double one Any 3 4 "even position" "局面均势";
    DO None one Move 3 4 "doubtful move" "疑问手";
    DT SimpleText one GameInfo 1 4 "date" "日期";
    EL Number one Any 1 3 "evaluation of a computer move" "电脑着手评价";
    EV SimpleText one GameInfo 1 4 "event" "赛事";
    EX Move one Any 1 3 "expected next move" "预期下一手";
    FF Number one Root 1 4 "file format" "文件格式版本";
    FG Figure one Any 1 4 "figure" "分谱";
    GB Double one Any 1 4 "good for Black" "黑好";
    GC Text one GameInfo 1 4 "game comment" "对局说明";
    GM Number one Root 1 4 "game" "棋种";
    GN SimpleText one GameInfo 1 4 "game name" "棋谱名称";
    GW Double one Any 1 4 "good for White" "白好";
    HA Number one GameInfo 1 4 "handicap" "让子数";
    HO Double one Any 3 4 "hot spot" "关键处";
    ID SimpleText one GameInfo 3 3 "game identifier" "对局编号";
    IP Other one GameInfo 4 4 "initial position (other games)" "初始局面（其他棋种）";
    IS Other list Any 4 4 "interpretation of the board (Hex)" "盘面解释（其他棋种）";
    IT None one Move 3 4 "interesting move" "有趣的一手";
    IY Other one GameInfo 4 4 "inverted y axis (other games)" "纵轴反向（其他棋种）";
    KM Real one GameInfo 1 4 "komi" "贴目";
    KO None one Move 3 4 "execute even if illegal" "强制落子";
    L Point list Any 1 3 "letters on points" "字母标记";
    LB PointText list Any 3 4 "labels" "文字标记";
    LN PointPair list Any 3 4 "lines" "连线";
    LT None one GameInfo 3 3 "lose on time" "超时判负";
    M Point list Any 1 3 "marks on points" "标记";
    MA Point list Any 3 4 "crosses" "叉号标记";
    MN Number one Move 3 4 "move number" "手数";
    N SimpleText one Any 1 4 "node name" "节点名";
    OB Number one Move 3 4 "black moves left in the period" "黑方本读秒期剩余手数";
    OM Number one GameInfo 3 3 "moves in one overtime period" "每读秒期手数";
    ON SimpleText one GameInfo 3 4 "opening" "布局";
    OP Real one GameInfo 3 3 "length of one overtime period" "每读秒期长度";
    OT SimpleText one GameInfo 4 4 "overtime" "读秒方式";
    OV Real one GameInfo 3 3 "operator overhead" "操作补时";
    OW Number one Move 3 4 "white moves left in the period" "白方本读秒期剩余手数";
    PB SimpleText one GameInfo 1 4 "black player" "黑方";
    PC SimpleText one GameInfo 1 4 "place" "地点";
    PL Color one Setup 1 4 "side to move" "轮到哪方";
    PM Number one Inherited 4 4 "print mode" "打印方式";
    PW SimpleText one GameInfo 1 4 "white player" "白方";
    RE SimpleText one GameInfo 1 4 "result" "结果";
    RG Point list Any 1 3 "region" "区域";
    RL Number one GameInfo 0 0 "Fox server flag" "野狐标志";
    RO SimpleText one GameInfo 1 4 "round" "轮次";
    RU SimpleText one GameInfo 3 4 "rules" "规则";
    SC Point list Any 1 3 "secure stones" "安全的棋子";
    SE Other list Any 3 4 "self-test moves, or marks (other games)" "自测着手或标记（其他棋种）";
    SI Double one Any 1 3 "sigma" "西格玛标记";
    SL Point list Any 1 4 "selected points" "选中的点";
    SO SimpleText one GameInfo 1 4 "source" "来源";
    SQ Point list Any 4 4 "squares" "方块标记";
    ST Number one Root 4 4 "how variations are shown" "变化图显示方式";
    SU Other one GameInfo 4 4 "set-up type (other games)" "摆子类型（其他棋种）";
    SZ Size one Root 1 4 "board size" "棋盘大小";
    TB Point elist Any 1 4 "black territory" "黑方地域";
    TC Number one Any 3 3 "territory count (FF[3]), number of periods (Fox)" "地域计数（FF[3]）或读秒次数（野狐）";
    TE Double one Move 1 4 "tesuji" "手筋";
    TM Real one GameInfo 1 4 "main time" "基本用时";
    TR Point list Any 3 4 "triangles" "三角标记";
    TT Number one GameInfo 0 0 "seconds of one period (Fox)" "每次读秒秒数（野狐）";
    TW Point elist Any 1 4 "white territory" "白方地域";
    UC Double one Any 3 4 "unclear position" "局面不明";
    US SimpleText one GameInfo 1 4 "user who entered the game" "录入者";
    V Real one Any 1 4 "value of the position" "局面分值";
    VW Point elist Inherited 1 4 "view of the board" "显示范围";
    W Move one Move 1 4 "white move" "白棋着手";
    WL Real one Move 1 4 "white time left" "白方剩余时间";
    WR SimpleText one GameInfo 1 4 "white rank" "白方段级位";
    WS Number one GameInfo 1 3 "white species" "白方种类（人或程序）";
    WT SimpleText one GameInfo 3 4 "white team" "白方队伍";
}

/// Marks a name that is not in the table.
pub(crate) const UNKNOWN: u8 = u8::MAX;

/// Row numbers by name: the first letter times 27, plus 0 or the second letter's number from 1.
static BY_NAME: [u8; 26 * 27] = index_names();

#[expect(clippy::indexing_slicing, reason = "runs in the compiler: a wrong index would not build")]
#[expect(clippy::cast_possible_truncation, reason = "the table has fewer than 255 rows")]
const fn index_names() -> [u8; 26 * 27] {
    let mut index = [UNKNOWN; 26 * 27];
    let mut row = 0;
    while row < PROPERTIES.len() {
        let name = PROPERTIES[row].name.as_bytes();
        let second = if name.len() == 2 { (name[1] - b'A') as usize + 1 } else { 0 };
        index[(name[0] - b'A') as usize * 27 + second] = row as u8;
        row += 1;
    }
    index
}

/// The row number of a name of capital letters, or [`UNKNOWN`].
pub(crate) fn lookup(name: &[u8]) -> u8 {
    let slot = match *name {
        [first] => slot(first).map(|first| first * 27),
        [first, second] => {
            slot(first).zip(slot(second)).map(|(first, second)| first * 27 + second + 1)
        }
        _ => None,
    };
    slot.and_then(|slot| BY_NAME.get(slot)).copied().unwrap_or(UNKNOWN)
}

fn slot(letter: u8) -> Option<usize> {
    letter.is_ascii_uppercase().then(|| usize::from(letter - b'A'))
}

/// The row with this number.
pub(crate) fn row(number: u8) -> Option<&'static Row> {
    PROPERTIES.get(usize::from(number))
}

impl PropertyId {
    /// The property with this name of one or two capital letters.
    pub fn parse(name: &str) -> Option<Self> {
        row(lookup(name.as_bytes())).map(|row| row.id)
    }

    /// The property's row of the table.
    pub fn row(self) -> &'static Row {
        // The enum is generated from the table, so the row exists; the first row keeps this free of panics.
        row(self as u8).unwrap_or(&FIRST)
    }

    /// The property's name.
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static FIRST: Row = PROPERTIES[0];

/// The name as FF\[4\] would write it: capital letters (and digits) only, or all letters raised when none is capital.
///
/// FF\[1\] to FF\[3\] let writers spell names out: `White`, `GaMe`, `PlayerBlack` are `W`, `GM`, `PB`.
pub fn canonical_name(written: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    use std::borrow::Cow;
    if !written.iter().any(u8::is_ascii_lowercase) {
        return Cow::Borrowed(written);
    }
    let from_capital = written.iter().skip_while(|byte| !byte.is_ascii_uppercase());
    let capitals: Vec<u8> =
        from_capital.copied().filter(|byte| !byte.is_ascii_lowercase()).collect();
    Cow::Owned(if capitals.is_empty() { written.to_ascii_uppercase() } else { capitals })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_name_and_the_table_is_sorted() {
        for (number, row) in PROPERTIES.iter().enumerate() {
            assert_eq!(PropertyId::parse(row.name), Some(row.id));
            assert_eq!(row.id.row(), row);
            assert_eq!(row.id as usize, number);
            assert!(row.since <= row.until);
        }
        assert!(PROPERTIES.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert_eq!(PropertyId::parse("ZZ"), None);
        assert_eq!(PropertyId::parse("b"), None);
        assert_eq!(PropertyId::parse("KGSDE"), None);
    }

    #[test]
    fn spelt_out_names_shrink_to_their_capitals() {
        for (written, name) in [
            ("White", "W"),
            ("GaMe", "GM"),
            ("PlayerBlack", "PB"),
            ("sz", "SZ"),
            ("a1Bc2", "B2"),
            ("LB", "LB"),
        ] {
            assert_eq!(canonical_name(written.as_bytes()).as_ref(), name.as_bytes());
        }
    }
}
