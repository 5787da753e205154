//! The help in Chinese: the same definition with other words.

use clap::Command;
use clap::builder::{Resettable, StyledStr};

/// The name of a command (empty: the program itself) and of one of its arguments (empty: the command), and the text.
type Entry = (&'static str, &'static str, &'static str);

/// One entry for each command and argument; a test sees to it that none is missing.
const TEXTS: &[Entry] = &[
    ("", "", "手谈 shoutan：这盘棋谁赢、依哪种规则、为什么"),
    ("", "json", "以 JSON 回答，每行一个对象（字段见 docs/CLI.md）"),
    ("", "lang", "回答所用的语言：zh 或 en；不写则由系统语言决定"),
    ("", "color", "颜色：auto（终端上才用）、always（总用）、never（不用）"),
    ("serve", "", "在本机开一个对局服务器：用浏览器打开网址，或用程序连接"),
    ("serve", "listen", "地址和端口；0.0.0.0:8361 对整个网络开放，端口 0 自动选一个空的"),
    ("serve", "data", "存放数据库的文件夹；不写则用系统存数据的地方"),
    ("serve", "database", "sqlite:路径 或 postgres://……；不写则为数据文件夹里的一个文件"),
    ("serve", "config", "TOML 设置文件；不写则用数据文件夹里的 shoutan.toml（如果有）"),
    ("serve", "origins", "另一个可以使用本服务器的网站，如 https://go.example.org"),
    ("serve", "trust_proxy", "相信 X-Forwarded-For：只在有代理设置它时使用"),
    ("serve", "secure_cookies", "只经 HTTPS 发送 Cookie：用于 HTTPS 代理之后"),
    ("serve", "engine_threads", "电脑对手用几个线程思考；0 为不要电脑对手"),
    (
        "serve",
        "net",
        "电脑对手用的网络，已装的或文件：按级位、段位下；不写则用已装的最大的，没有装则用内置的（default）；none 为不用",
    ),
    ("serve", "limits", "按名称改一个限制，如 guests=600；--print-config 列出全部"),
    ("serve", "log", "记录什么，如 info、server=debug"),
    ("serve", "print_config", "显示将要使用的设置，然后结束"),
    ("judge", "", "复盘、数清终局、逐行讲解，并与棋谱所记的结果核对"),
    ("judge", "files", "棋谱：文件或文件夹，压缩（.gz）与否均可；“-”是标准输入"),
    ("judge", "rules", "不管棋谱怎么写，按这种规则判；写 all 则把同一终局按各种规则列表比较"),
    ("judge", "komi", "不管棋谱怎么写，黑贴白这么多目：7.5、-3、3.75子"),
    (
        "judge",
        "dead",
        "死子：auto（自行判断）、none（没有），或每块死子中的一枚，如 a1,b2；不写则依棋谱的标记，没有标记则同 auto",
    ),
    ("judge", "move_number", "判第 N 手后的局面"),
    ("judge", "node", "判这个节点的局面（变化图中的也行）；节点号见 check --json 和判定说明"),
    ("judge", "charset", "不管文件怎么说，都按这种编码读文字"),
    ("judge", "full", "有多局时也逐局细讲"),
    ("check", "", "检查棋谱的着手是否合法，并列出其中一切修复"),
    ("check", "files", "棋谱：文件或文件夹，压缩（.gz）与否均可；“-”是标准输入"),
    ("check", "rules", "不管棋谱怎么写，按这种规则检查，包括其禁同形条款"),
    ("check", "charset", "不管文件怎么说，都按这种编码读文字"),
    ("check", "full", "有多局时也逐局列出修复"),
    ("show", "", "把棋谱中的局面显示在终端上，或画成图片"),
    ("show", "file", "棋谱；“-”是标准输入"),
    ("show", "game", "棋谱集里的第几局，从 1 起"),
    ("show", "move_number", "第 N 手后的局面；不写则为最后的局面"),
    ("show", "node", "这个节点的局面，变化图中的也行"),
    ("show", "numbers", "标出手数的着手，如 1-50；图中先是此前的局面"),
    ("show", "svg", "写成 SVG 图片；“-”是标准输出"),
    ("show", "png", "写成 PNG 图片"),
    ("show", "coords", "坐标：a1、1-1、cn（5．十路）、sgf 或 none"),
    ("show", "part", "只显示棋盘的一部分：两个对角点，如 k10:t19"),
    ("show", "theme", "图片的样式：wood、slate、paper、print 等，见 --help"),
    ("show", "plain", "不用颜色和特殊字符：X、O 和 ."),
    ("show", "wide", "终端把 ● ○ ┼ 画成两列宽（中日韩终端常如此）"),
    ("show", "charset", "不管文件怎么说，都按这种编码读文字"),
    ("show", "force", "文件已存在时覆盖"),
    ("convert", "", "把任何格式的棋谱写成 SGF"),
    ("convert", "input", "棋谱或棋谱集；“-”是标准输入"),
    ("convert", "output", "要写的文件：.sgf，或压缩的 .sgf.gz；“-”是标准输出"),
    ("convert", "charset", "写出文字所用的编码，如 UTF-8、GB18030、Big5、Shift_JIS、EUC-KR"),
    ("convert", "from_charset", "不管文件怎么说，都按这种编码读文字"),
    ("convert", "force", "文件已存在时覆盖"),
    ("bench", "", "本机上程序各部分有多快（单线程）"),
    (
        "bench",
        "what",
        "测什么：board（随机对局）、search（引擎搜索）、sgf（读棋谱）或 nn（神经网络）；不写则让引擎思考固定的局面，用校验和看它的表现有没有变",
    ),
    (
        "bench",
        "files",
        "测 sgf 时读这些棋谱，而不是造一个棋谱集；测 nn 时是网络，写文件或名称（不写则测内置的 default）；测 search 时可写一个网络，不写则用模拟",
    ),
    ("bench", "sizes", "测 nn 时的棋盘路数"),
    ("bench", "batches", "测 nn 时一起评估的局面数"),
    ("bench", "threads", "测 nn 时并行评估的线程数"),
    ("bench", "kernels", "测 nn 时的指令集（avx512、avx2、neon、plain），不写则用最快的"),
    ("bench", "seconds", "每个数字测几秒"),
    ("gtp", "", "作为引擎，以 GTP 2 协议在标准输入输出上对弈"),
    ("gtp", "level", "强度：1（最弱）到 5，有网络时也可写 20k 到 9d；不写则最强"),
    ("gtp", "rules", "规则，见 shoutan rules；不写则用中国规则"),
    ("gtp", "time", "每步用时，如 2s、500ms；写了就不管对方说的时限"),
    ("gtp", "visits", "每步搜索次数，代替该级的次数"),
    ("gtp", "seed", "随机数的起点；起点、棋局、次数相同，着法就相同"),
    ("gtp", "no_resign", "从不认输"),
    ("gtp", "ponder", "在对方思考时也思考"),
    (
        "gtp",
        "net",
        "用来思考的网络：KataGo 的文件、已安装的名称、default（内置的），或 none（随机模拟到终局）；不写则用已安装的最强者，没有安装则用内置的",
    ),
    ("gtp", "config", "KataGo 格式的设置文件；后面的盖过前面的"),
    ("gtp", "override_config", "设置，写成“名称=值,名称=值”，盖过文件里的"),
    ("gtp", "human_model", "模仿人下棋的网络，没有 --net 时用它"),
    ("analysis", "", "为其他程序分析局面：标准输入输出上的 KataGo JSON 协议"),
    ("analysis", "visits", "询问里没有写时每个局面的搜索次数；不写则依设置，没有设置则为 500"),
    ("analysis", "analysis_threads", "同时分析几个局面；不写则依设置，没有设置则每个处理器核一个"),
    ("analysis", "quit_without_waiting", "输入结束时，还没分析完的就不分析了"),
    (
        "analysis",
        "net",
        "用来思考的网络：KataGo 的文件、已安装的名称、default（内置的），或 none（随机模拟到终局）；不写则用已安装的最强者，没有安装则用内置的",
    ),
    ("analysis", "config", "KataGo 格式的设置文件；后面的盖过前面的"),
    ("analysis", "override_config", "设置，写成“名称=值,名称=值”，盖过文件里的"),
    ("analysis", "human_model", "模仿人下棋的网络，没有 --net 时用它"),
    ("analyze", "", "讲解整盘棋：胜率和领先的曲线、失误及其代价、双方小结"),
    ("analyze", "file", "棋谱；“-”是标准输入"),
    ("analyze", "game", "棋谱集里的第几局，从 1 起"),
    ("analyze", "visits", "每个局面的搜索次数；不写则为 200"),
    ("analyze", "rules", "不管棋谱怎么写，按这种规则分析"),
    ("analyze", "komi", "不管棋谱怎么写，黑贴白这么多目"),
    ("analyze", "mistakes", "列出几个最大的失误"),
    ("analyze", "ownership", "也显示终局时每点归谁"),
    ("analyze", "out", "把胜率、领先、失误和更好的变化写进这个 SGF 文件"),
    ("analyze", "force", "文件已存在时覆盖"),
    ("analyze", "jobs", "同时分析几个局面；不写则每个处理器核一个"),
    ("analyze", "charset", "不管文件怎么说，都按这种编码读文字"),
    (
        "analyze",
        "net",
        "用来思考的网络：KataGo 的文件、已安装的名称、default（内置的），或 none（随机模拟到终局）；不写则用已安装的最强者，没有安装则用内置的",
    ),
    ("analyze", "config", "KataGo 格式的设置文件；后面的盖过前面的"),
    ("analyze", "override_config", "设置，写成“名称=值,名称=值”，盖过文件里的"),
    ("analyze", "human_model", "模仿人下棋的网络，没有 --net 时用它"),
    ("load", "", "在本机上对服务器同时下许多局棋，测其快慢并核对"),
    ("load", "server", "服务器，如 127.0.0.1:8361；只接受本机地址"),
    ("load", "games", "同时下的局数，至多 20000"),
    ("load", "watchers", "观众总数，轮流分给各局，至多 20000"),
    ("load", "pace", "一局中两手之间的秒数；0 则对方一应就下"),
    ("load", "time", "下多少秒，至多 3600"),
    ("load", "records", "照着下的棋谱，如 SGF 棋谱集；不写则随机下合法着手"),
    ("load", "size", "路数"),
    ("load", "rules", "规则，见 shoutan rules；不写则用中国规则"),
    ("load", "control", "用时，如 20m+5x30s"),
    ("load", "pid", "服务器的进程号：测其处理器时间和内存"),
    ("load", "ramp", "同时准备多少名棋手和棋局"),
    ("load", "resume", "连接断了就重连、续局、重发"),
    ("load", "echo", "之后把同样的帧发给只会送回来的服务器，以作比较"),
    ("load", "serve_echo", "充当只会送回来的服务器：打印地址，标准输入结束就退出"),
    ("match", "", "让两个引擎对局，比较强弱"),
    (
        "match",
        "a",
        "第一个引擎：builtin: 加设置，如 builtin:level5、builtin:visits=64,resign=no；或一条 GTP 命令（其中的 {seed} 换成局数）",
    ),
    ("match", "b", "第二个引擎"),
    ("match", "games", "局数，不写则为 10；同一布局换先的两局为一对"),
    (
        "match",
        "sprt",
        "序贯检验：下到看得出 A 比 B 强多少，ELO0 ELO1，或 ELO0 ELO1 ALPHA BETA（两个错误率，不写则各 0.05）",
    ),
    ("match", "size", "路数，如 9、19、7x9"),
    ("match", "rules", "规则，见 shoutan rules；不写则用中国规则"),
    ("match", "komi", "贴目；不写则按规则"),
    (
        "match",
        "openings",
        "布局：用几种自备的布局（不写则全用）、none（没有），或一个文件（SGF，或每行一种着手）",
    ),
    ("match", "time", "每步用时，如 2s、500ms"),
    ("match", "clock", "每方的用时，如 10m、5m+3s、10m+3x30s、10m+25/5m"),
    ("match", "margin", "超过用时多少才判负；不写则为一秒"),
    ("match", "timeout", "没有用时限制的引擎多久不回答就判负"),
    (
        "match",
        "scoring",
        "下完的棋谁来点目：engines（两个引擎一致则依它们，否则由手谈）、shoutan（手谈），或 all-alive（盘上全算活，即 Tromp–Taylor）",
    ),
    (
        "match",
        "resign",
        "胜负已定的棋提前结束：agree 或 agree=目数（依双方引擎的估计）、score 或 score=目数（依本程序的估计）、none（不提前）",
    ),
    ("match", "jobs", "同时进行几局"),
    ("match", "seed", "布局次序和内置引擎随机数的起点"),
    (
        "match",
        "out",
        "存棋谱和结果的文件夹；在那里中断的对局会接着下。不写则为 match-1、match-2……：这场对局中断的那个，或一个新的",
    ),
    ("admin", "", "备份、恢复、更新或检查服务器的数据库"),
    (
        "admin",
        "action",
        "backup（全部写进一个文件，服务器运行时也行）、restore（把备份恢复到新的或空的数据库）、migrate（建表或更新表）、check（全部读一遍，每局复盘）",
    ),
    ("admin", "file", "备份文件：写出的，或用来恢复的"),
    (
        "admin",
        "database",
        "数据库：sqlite:路径 或 postgres://用户@主机/库名；不写则用 serve 会用的那一个",
    ),
    ("admin", "data", "服务器的数据文件夹；不写则用系统存数据的地方"),
    ("positions", "", "从棋谱和网络自弈中选取局面，写成棋步列表，供训练用"),
    ("positions", "files", "棋谱：文件或文件夹，压缩（.gz）与否均可"),
    ("positions", "out", "写到这个文件，如 train.positions.gz"),
    (
        "positions",
        "net",
        "让这个网络（文件，或 shoutan net list 里的名称）按其策略自弈，局面也从这些对局中选取",
    ),
    ("positions", "games", "自弈多少局"),
    ("positions", "per_game", "每局最多取几个局面"),
    ("positions", "vary", "多大比例的棋谱改用另一种规则和贴目，0 到 1"),
    ("positions", "held_out", "每千局中留几局作验证，另留同样多作测试"),
    ("positions", "temperature", "自弈时策略的温度：1 为原样，小则更尖"),
    ("positions", "sizes", "自弈的棋盘，如 9,13,19；不写则以 9、13、19 路为主，7 至 19 路都有"),
    ("positions", "jobs", "用几个线程；不写则用全部"),
    ("positions", "seed", "随机数从何开始"),
    ("label", "", "由老师网络评价选取的局面，写成训练用的分片"),
    ("label", "files", "shoutan positions 写出的文件"),
    ("label", "out", "分片写到这个文件夹；已有的分片不再做"),
    ("label", "net", "老师：网络文件，或 shoutan net list 里的名称"),
    ("label", "features_only", "只写网络的输入，不评价"),
    ("label", "symmetries", "对几种对称取平均，1 到 8"),
    ("label", "visits", "老师每个局面搜索多少次：标注更好，但慢同样多倍（0：只取第一印象）"),
    ("label", "threads", "用几个线程；不写则用全部"),
    ("label", "shard", "每个分片约多少局面，不少于 16"),
    ("label", "seed", "次序与对称的随机数从何开始"),
    ("net", "", "列出、安装、删除、检查、测速或导出引擎所用的神经网络"),
    (
        "net",
        "action",
        "list（已装的和可装的）、install（按名称，或从网址、文件安装）、remove（删除）、info（是什么网络）、verify（核对校验值，并与逐项计算对照）、benchmark（每秒评估几次）、export（写成 KataGo 也能读的文件）",
    ),
    (
        "net",
        "net",
        "列表中的名称（default 是内置的）、网址或文件；info、verify、benchmark 不写则用引擎在用的那个",
    ),
    ("net", "file", "导出到这个文件，以 .bin.gz、.bin、.txt.gz 或 .txt 结尾"),
    ("net", "sha256", "文件应有的 SHA-256"),
    ("net", "index", "按名称安装时所用的软件包索引（simple 接口）"),
    ("net", "force", "替换同名的另一个文件"),
    ("net", "data", "数据文件夹，网络放在其中的 nets 里；不写则用系统存数据的地方"),
    ("net", "seconds", "测速时每个数字测几秒"),
    ("net", "threads", "测速用几个线程；不写则先用一个，再用全部"),
    ("rules", "", "列出全部规则；给出名称时讲解那一种，并列出处"),
    ("rules", "name", "规则名称或别名，如 chinese、日本规则、AGA"),
];

/// The long text of the program.
const ABOUT: &str = "手谈 shoutan：这盘棋谁赢、依哪种规则、为什么。\n\n读各种通行的棋谱（SGF、GIB、NGF、UGF，任何编码，\
                     压缩的也行），按规则复盘，数清终局，逐行讲解，并与棋谱所记的结果核对。";

/// The Chinese text for a command or one of its arguments.
fn text(command: &str, argument: &str) -> Option<&'static str> {
    TEXTS.iter().find(|entry| entry.0 == command && entry.1 == argument).map(|entry| entry.2)
}

/// Puts Chinese texts in place of the English ones, clap's own words included.
pub(crate) fn chinese(command: Command) -> Command {
    let command = translated(command, "").long_about(ABOUT).subcommand_help_heading("命令");
    let names: Vec<String> =
        command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    names
        .into_iter()
        .fold(command, |command, name| command.mut_subcommand(&name, |sub| translated(sub, &name)))
}

/// One command with its arguments.
fn translated(command: Command, name: &str) -> Command {
    let template = "{before-help}{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}";
    let about = text(name, "").unwrap_or_default();
    let usage = usage(&command, name);
    let mut command = command
        .override_usage(usage)
        .help_template(template)
        .about(about)
        .long_about(Resettable::Reset)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(flag("help", 'h', "显示帮助", clap::ArgAction::Help));
    if name.is_empty() {
        command = command.arg(flag("version", 'V', "显示版本", clap::ArgAction::Version));
    }
    command.mut_args(|argument| {
        let heading = if argument.is_positional() { "参数" } else { "选项" };
        let words = text(name, argument.get_id().as_str()).map(StyledStr::from);
        let words = words.or_else(|| argument.get_help().cloned()).unwrap_or_default();
        argument.help(words).long_help(Resettable::Reset).help_heading(heading)
    })
}

/// The line after "用法", with clap's placeholders in Chinese.
fn usage(command: &Command, name: &str) -> String {
    let mut command = command.clone().bin_name(format!("shoutan {name}").trim_end().to_owned());
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    usage.replace("[OPTIONS]", "[选项]").replace("[COMMAND]", "[命令]")
}

/// A flag that clap would add itself in English.
fn flag(name: &'static str, short: char, help: &'static str, action: clap::ArgAction) -> clap::Arg {
    clap::Arg::new(name).long(name).short(short).help(help).action(action)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Arguments;

    #[test]
    fn every_command_and_argument_has_a_chinese_text() {
        let program = Arguments::command();
        let mut missing = Vec::new();
        for command in std::iter::once(&program).chain(program.get_subcommands()) {
            let name = if command.get_name() == "shoutan" { "" } else { command.get_name() };
            let arguments = command.get_arguments().map(|argument| argument.get_id().as_str());
            for argument in std::iter::once("").chain(arguments) {
                if text(name, argument).is_none() {
                    missing.push(format!("({name:?}, {argument:?})"));
                }
            }
        }
        assert_eq!(missing, Vec::<String>::new());
    }

    #[test]
    fn no_entry_is_left_over() {
        let program = Arguments::command();
        for (name, argument, _) in TEXTS {
            let command =
                if name.is_empty() { Some(&program) } else { program.find_subcommand(name) };
            let command = command.unwrap_or_else(|| panic!("there is no command {name}"));
            let known = argument.is_empty()
                || command.get_arguments().any(|known| known.get_id() == argument);
            assert!(known, "{name} has no argument {argument}");
        }
    }

    #[test]
    fn both_definitions_hold_together() {
        Arguments::command().debug_assert();
        chinese(Arguments::command()).debug_assert();
    }

    #[test]
    fn no_english_word_of_clap_is_left_in_the_chinese_help() {
        let mut program = chinese(Arguments::command());
        program.build();
        let mut pages = vec![program.render_long_help().to_string()];
        pages.extend(program.get_subcommands_mut().map(|sub| sub.render_long_help().to_string()));
        for page in pages {
            for word in [
                "Usage",
                "Options:",
                "Arguments:",
                "Commands:",
                "[OPTIONS]",
                "[COMMAND]",
                "Print ",
                "[default",
                "possible",
            ] {
                assert!(!page.contains(word), "{word:?} in\n{page}");
            }
        }
    }
}
