//! What was odd in a record, where, and what was done about it.

use std::fmt;

use rules::Lang;

use crate::tree::NodeId;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing had to be changed.
    Note,
    /// Repaired or read with a stated assumption; nothing is lost.
    Warning,
    /// Part of the file could not be read.
    Error,
}

/// Where a finding is. Bytes count from 0, lines and columns from 1; a column is a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct Location {
    /// Offset from the start of the file. In a UTF-16 file: from the start of its text in UTF-8.
    pub byte: usize,
    /// Line of the file. LF, CR, CRLF and LFCR each end one line.
    pub line: usize,
    /// Byte of the line.
    pub column: usize,
    /// The game tree, counted from 0.
    pub tree: usize,
    /// The node in that tree, where the finding belongs to one.
    pub node: Option<NodeId>,
}

macro_rules! codes {
    ($( $id:ident $severity:ident $code:literal $en:literal $zh:literal; )*) => {
        /// The kind of a finding. The text of each is a sentence in two languages, with `{}` for what was found.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $( #[doc = $en] $id, )* }

        impl Code {
            /// Every code there is.
            pub const ALL: &[Code] = &[ $( Code::$id, )* ];

            fn row(self) -> (Severity, &'static str, &'static str, &'static str) {
                match self { $( Code::$id => (Severity::$severity, $code, $en, $zh), )* }
            }
        }
    };
}

codes! {
    // The file as a whole.
    NoGameTree Error "no-game-tree" "no game tree found" "没有找到棋谱";
    TooLarge Error "too-large" "the file is larger than the limit of {} bytes; split it" "文件超过 {} 字节的上限，请拆分";
    TooDeep Error "too-deep" "variations are nested more than {} deep; reading stopped here, the rest is left out" "变化嵌套超过 {} 层；读到此处为止，其余未读";
    TooManyNodes Error "too-many-nodes" "more than {} nodes; reading stopped here, read the file game by game" "节点超过 {} 个；读到此处为止，请逐局读取";
    TooManyTrees Error "too-many-trees" "more than {} game trees; reading stopped here, read the file game by game" "棋谱超过 {} 局；读到此处为止，请逐局读取";
    // Characters.
    Utf16 Note "utf-16" "text in {}; read as such" "文本为 {} 编码，已按此读取";
    CharsetUndeclared Note "charset-undeclared" "no character set is named; read as {}" "未声明字符编码；按 {} 读取";
    CharsetUnknown Warning "charset-unknown" "unknown character set “{}”; guessed instead" "未知的字符编码“{}”；已改为猜测";
    CharsetWrong Warning "charset-wrong" "the named character set does not fit the bytes: {}" "声明的字符编码与内容不符：{}";
    TextDamaged Warning "text-damaged" "some characters were destroyed before this file was written; their bytes are kept ({})" "部分文字在写入文件前已损坏；原始字节已保留（{}）";
    // Structure.
    JunkBefore Note "junk-before" "text before the game tree was skipped: {}" "已跳过棋谱之前的文字：{}";
    JunkAfter Note "junk-after" "text after the game tree was skipped: {}" "已跳过棋谱之后的文字：{}";
    JunkInside Warning "junk-inside" "text that belongs to no property was skipped: {}" "已跳过不属于任何属性的文字：{}";
    MissingOpen Warning "missing-open" "the game tree begins without “(”" "棋谱开头缺少“(”";
    MissingSemicolon Warning "missing-semicolon" "a node begins without “;”" "节点开头缺少“;”";
    MissingClose Warning "missing-close" "“)” is missing at the end of a game tree ({} open)" "棋谱结尾缺少“)”（{} 个未闭合）";
    ExtraClose Warning "extra-close" "a “)” that closes nothing was skipped" "已忽略多余的“)”";
    EmptyTree Warning "empty-tree" "an empty game tree was left out" "已忽略空的棋谱";
    ExtraOpen Warning "extra-open" "“(” without a node of its own" "“(”之后没有节点";
    NodeAfterVariation Warning "node-after-variation" "a node stands after variations; read as one more variation" "变化之后还有节点；按另一个变化读取";
    MissingBracket Warning "missing-bracket" "“]” is missing after {}" "{} 之后缺少“]”";
    UnescapedBracket Warning "unescaped-bracket" "“]” inside a text was not escaped; the text was read on: {}" "文字中的“]”没有转义；已继续读取：{}";
    NoValue Warning "no-value" "property {} has no value" "属性 {} 没有值";
    ValueWithoutName Warning "value-without-name" "a value without a property name was skipped: {}" "已跳过没有属性名的值：{}";
    Truncated Warning "truncated" "the file ends inside a value: {}" "文件在值的中间结束：{}";
    // Properties.
    SpeltOutName Note "spelt-out-name" "old spelling of a property name, read by its capitals: {}" "旧式属性名，按大写字母读取：{}";
    LowercaseName Warning "lowercase-name" "property name in lower case: {}" "属性名为小写：{}";
    UnknownProperty Note "unknown-property" "property {} is not in the format; kept as it is" "格式中没有属性 {}；原样保留";
    DuplicateProperty Warning "duplicate-property" "property {} occurs twice in one node" "同一节点中属性 {} 重复出现";
    TooManyValues Warning "too-many-values" "property {} takes one value" "属性 {} 只能有一个值";
    BadValue Warning "bad-value" "cannot be read: {}" "无法读取：{}";
    EmptyValue Warning "empty-value" "property {} is empty" "属性 {} 的值为空";
    PointOffBoard Warning "point-off-board" "a point outside the board: {}" "超出棋盘的点：{}";
    DuplicatePoint Warning "duplicate-point" "a point occurs twice in one node: {}" "同一节点中重复的点：{}";
    RootPropertyInside Warning "root-property-inside" "property {} belongs in the first node" "属性 {} 应在第一个节点";
    GameInfoTwice Warning "game-info-twice" "game information {} occurs a second time on a line of play" "对局信息 {} 在同一路线上重复出现";
    SetupWithMove Warning "setup-with-move" "set-up {} and a move stand in one node; the set-up is applied first" "同一节点既有摆子 {} 又有着手；先摆子后落子";
    SetupAfterMoves Note "setup-after-moves" "the position is edited after moves: {}" "着手之后修改了局面：{}";
    MoveInRoot Note "move-in-root" "the first node has a move" "第一个节点含有着手";
    TwoMoves Warning "two-moves" "two moves stand in one node; played in the order written" "同一节点有两手棋；按书写顺序落子";
    PassAsTt Note "pass-as-tt" "“tt” read as a pass" "“tt”按停一手读取";
    OtherGame Warning "other-game" "not a Go record: GM[{}]" "不是围棋棋谱：GM[{}]";
    // Game information.
    SizeUnreadable Error "size-unreadable" "board size cannot be used: {}; boards have 1 to 25 columns and rows" "无法使用的棋盘大小：{}；行列须在 1 到 25 之间";
    SizeMissing Note "size-missing" "no board size is given; 19 is the format's default" "未给出棋盘大小；按格式默认为 19 路";
    KomiFox Warning "komi-fox" "komi written in hundredths: {}" "贴目以百分之一为单位：{}";
    KomiZi Warning "komi-zi" "komi written in 子: {}" "贴目以子为单位：{}";
    KomiUnknown Note "komi-unknown" "komi 0 from a server that writes 0 for “not given”: {}" "服务器以 0 表示“未给出贴目”：{}";
    KomiUnreadable Warning "komi-unreadable" "komi cannot be read: {}" "无法读取贴目：{}";
    KomiImpossible Warning "komi-impossible" "komi is more than the board holds, the ruleset's is used: {}" "贴目超过棋盘点数，改用规则默认值：{}";
    RulesUnknown Warning "rules-unknown" "unknown rules: {}" "未知的规则：{}";
    HandicapUnreadable Warning "handicap-unreadable" "handicap cannot be read: {}" "无法读取让子数：{}";
    HandicapNotPlaced Warning "handicap-not-placed" "handicap stones are claimed but not placed: {}" "声明了让子但没有摆子：{}";
    HandicapPlaced Warning "handicap-placed" "handicap stones were put on the usual points: {}" "让子已按惯例位置摆放：{}";
    HandicapAsMoves Note "handicap-as-moves" "handicap stones are played as moves: {}" "让子以着手方式落下：{}";
    HandicapMismatch Warning "handicap-mismatch" "the handicap and the stones placed differ: {}" "让子数与所摆棋子不符：{}";
    ResultUnreadable Warning "result-unreadable" "result cannot be read: {}" "无法读取结果：{}";
    ResultUnusual Note "result-unusual" "result not in the format's form: {}" "结果不是规范写法：{}";
    DateUnusual Note "date-unusual" "date not in the format's form: {}" "日期不是规范写法：{}";
    // Set-up and replay.
    StonesWithoutLiberty Warning "stones-without-liberty" "set-up leaves stones without a liberty: {}" "摆子后存在无气的棋子：{}";
    WrongTurn Note "wrong-turn" "a colour plays twice in a row, or out of turn: {}" "同一方连下或未按次序：{}";
    MovesAfterEnd Note "moves-after-end" "play goes on after the passes that ended it" "终局停着之后继续行棋";
    ForcedMove Warning "forced-move" "an illegal move is marked to be played all the same: {}" "非法着手被标注为强制落子：{}";
    IllegalMove Error "illegal-move" "illegal move: {}" "非法着手：{}";
    // Other formats.
    LineUnreadable Warning "line-unreadable" "line cannot be read: {}" "无法读取此行：{}";
    CountMismatch Warning "count-mismatch" "the number of moves differs from the header: {}" "手数与文件头不符：{}";
}

impl Code {
    /// Stable name of the code, for JSON and for looking it up.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// How much it matters.
    pub fn severity(self) -> Severity {
        self.row().0
    }

    /// Whether reading stopped there, so that a part of the file is not in the tree.
    pub fn cuts_short(self) -> bool {
        matches!(self, Code::TooLarge | Code::TooDeep | Code::TooManyNodes | Code::TooManyTrees)
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of finding.
    pub code: Code,
    /// Where.
    pub place: Location,
    /// The excerpt or number that the sentence names; empty where it names none.
    pub found: String,
}

impl Diagnostic {
    /// How much it matters.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The sentence in English, without the place.
    pub fn en(&self) -> String {
        self.code.row().2.replace("{}", &self.found)
    }

    /// The sentence in Chinese, without the place.
    pub fn zh(&self) -> String {
        let sentence = self.code.row().3.replace("{}", &self.found);
        if self.code != Code::IllegalMove {
            return sentence;
        }
        // An illegal move is named by the code of its reason.
        match sentence.rsplit_once(": ") {
            Some((before, reason)) => format!("{before}：{}", reason_zh(reason)),
            None => sentence,
        }
    }

    /// The sentence in a language, without the place.
    pub fn describe(&self, lang: Lang) -> String {
        match lang {
            Lang::Zh => self.zh(),
            Lang::En => self.en(),
        }
    }
}

fn reason_zh(code: &str) -> &str {
    match code {
        "occupied" => "已有棋子",
        "suicide" => "自杀（禁着点）",
        "ko" => "劫，须先在别处走一着",
        "superko" => "全局同形再现",
        "off_board" => "不在棋盘上",
        "unreadable" => "不是着手",
        other => other,
    }
}

impl fmt::Display for Diagnostic {
    /// `line:column: sentence`, in English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.line, self.place.column, self.en())
    }
}

/// A list of findings that stops growing: a hostile file cannot make it large.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
    left_out: usize,
}

/// How many findings a list keeps; later ones are only counted.
pub const MAX_DIAGNOSTICS: usize = 1000;

impl Diagnostics {
    /// Adds a finding, or counts it when the list is full. Errors are always kept while there is room for twice the limit.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let limit = if diagnostic.severity() == Severity::Error {
            2 * MAX_DIAGNOSTICS
        } else {
            MAX_DIAGNOSTICS
        };
        if self.found.len() < limit {
            self.found.push(diagnostic);
        } else {
            self.left_out += 1;
        }
    }

    /// Adds every finding of another list.
    pub fn append(&mut self, other: Self) {
        self.left_out += other.left_out;
        other.found.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }

    /// The present length, for [`Self::reset`].
    pub(crate) fn mark(&self) -> (usize, usize) {
        (self.found.len(), self.left_out)
    }

    /// Forgets what was added since the mark was taken.
    pub(crate) fn reset(&mut self, mark: (usize, usize)) {
        self.found.truncate(mark.0);
        self.left_out = mark.1;
    }

    /// Whether one more note or warning would only be counted.
    pub(crate) fn is_full(&self) -> bool {
        self.found.len() >= MAX_DIAGNOSTICS
    }

    /// Counts a finding that is not kept.
    pub(crate) fn count_only(&mut self) {
        self.left_out += 1;
    }

    /// The findings, in the order met.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.found.iter()
    }

    /// Number of findings kept.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.left_out == 0
    }

    /// How many findings were counted but not kept.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The gravest severity, `None` when nothing was found.
    pub fn worst(&self) -> Option<Severity> {
        self.found.iter().map(Diagnostic::severity).max()
    }

    /// Whether a finding of this kind is in the list.
    pub fn has(&self, code: Code) -> bool {
        self.found.iter().any(|diagnostic| diagnostic.code == code)
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::slice::Iter<'d, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.found.iter()
    }
}

/// At most this many characters of the file are quoted in a finding.
const EXCERPT: usize = 40;

/// A printable excerpt of bytes in the given encoding, in one line and cut with an ellipsis.
pub(crate) fn excerpt(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> String {
    let cut = bytes.get(..EXCERPT * 4).unwrap_or(bytes);
    let text = encoding.decode_without_bom_handling(cut).0;
    let trimmed = text.trim();
    let mut out: String = trimmed
        .chars()
        .take(EXCERPT)
        .map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c })
        .collect();
    if trimmed.chars().nth(EXCERPT).is_some() || cut.len() < bytes.len() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_name_of_its_own_and_both_languages_name_the_finding() {
        let mut names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
        for code in Code::ALL {
            let (_, _, en, zh) = code.row();
            assert_eq!(en.contains("{}"), zh.contains("{}"), "{code:?}");
            assert!(zh.chars().any(|c| c > '\u{3000}'), "{code:?}");
            assert!(!en.ends_with('.'), "{code:?}");
        }
    }

    #[test]
    fn the_list_stops_growing() {
        let mut list = Diagnostics::default();
        for _ in 0..3 * MAX_DIAGNOSTICS {
            list.push(Diagnostic {
                code: Code::ExtraClose,
                place: Location::default(),
                found: String::new(),
            });
        }
        assert_eq!((list.len(), list.left_out()), (MAX_DIAGNOSTICS, 2 * MAX_DIAGNOSTICS));
        list.push(Diagnostic {
            code: Code::NoGameTree,
            place: Location::default(),
            found: String::new(),
        });
        assert!(list.has(Code::NoGameTree));
    }

    #[test]
    fn excerpts_are_short_and_on_one_line() {
        assert_eq!(excerpt(b" a\nb ", encoding_rs::UTF_8), "a b");
        assert_eq!(
            excerpt("子".repeat(60).as_bytes(), encoding_rs::UTF_8),
            format!("{}…", "子".repeat(40))
        );
    }
}
