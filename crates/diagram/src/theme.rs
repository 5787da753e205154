/// Ground and colours of a picture. `…Dark` is for dark pages; the two prints need no colour at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Kaya wood 榧木.
    #[default]
    Wood,
    /// Wood at night.
    WoodDark,
    /// Slate 石板.
    Slate,
    /// Slate at night.
    SlateDark,
    /// Ink on paper 水墨, flat stones.
    Ink,
    /// Ink at night.
    InkDark,
    /// Black on white for printers.
    Print,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 7] = [
        Theme::Wood,
        Theme::WoodDark,
        Theme::Slate,
        Theme::SlateDark,
        Theme::Ink,
        Theme::InkDark,
        Theme::Print,
    ];

    pub(crate) fn palette(self) -> &'static Palette {
        match self {
            Theme::Wood => &WOOD,
            Theme::WoodDark => &WOOD_DARK,
            Theme::Slate => &SLATE,
            Theme::SlateDark => &SLATE_DARK,
            Theme::Ink => &INK,
            Theme::InkDark => &INK_DARK,
            Theme::Print => &PRINT,
        }
    }
}

/// A stone's colours.
#[derive(Debug)]
pub(crate) struct StonePalette {
    /// Colours of the radial gradient from the light to the edge; one colour for flat stones.
    pub(crate) shade: [&'static str; 4],
    pub(crate) flat: &'static str,
    pub(crate) rim: Option<&'static str>,
    /// Numbers and marks on the stone.
    pub(crate) on: &'static str,
}

/// The colours of a theme, as in the web's design tokens.
#[derive(Debug)]
pub(crate) struct Palette {
    pub(crate) board: &'static str,
    /// The second tone of the wood and its grain (colour, opacity).
    pub(crate) wood: Option<(&'static str, &'static str, f64)>,
    /// A thin frame for grounds as light as the page.
    pub(crate) frame: Option<&'static str>,
    pub(crate) grid: &'static str,
    pub(crate) coordinate: &'static str,
    pub(crate) mark: &'static str,
    pub(crate) arrow: &'static str,
    pub(crate) black: StonePalette,
    pub(crate) white: StonePalette,
    /// The curved lines on large white stones.
    pub(crate) shell: Option<&'static str>,
    /// How dark shadows are; none for flat stones.
    pub(crate) shadow: Option<f64>,
    /// The last-move dot; `None` takes the colour of numbers.
    pub(crate) last: Option<&'static str>,
    /// Beneath the board.
    pub(crate) paper: &'static str,
    pub(crate) text: &'static str,
}

impl Palette {
    /// Stones without shading have firm rims, as in print.
    pub(crate) fn is_flat(&self) -> bool {
        self.shadow.is_none()
    }

    pub(crate) fn stone(&self, color: board::Color) -> &StonePalette {
        match color {
            board::Color::Black => &self.black,
            board::Color::White => &self.white,
        }
    }
}

const LAST: Option<&str> = Some("#cf4a31");
const ON_BLACK: &str = "#fbf8f1";
const ON_WHITE: &str = "#1b1a18";

const SLATE_STONE: StonePalette = StonePalette {
    shade: ["#63686c", "#34383b", "#1b1d20", "#0e1011"],
    flat: "#1b1d1f",
    rim: None,
    on: ON_BLACK,
};

const SHELL_STONE: StonePalette = StonePalette {
    shade: ["#ffffff", "#f8f5ef", "#e6e1d6", "#c8c0b1"],
    flat: "#faf7f1",
    rim: Some("#6f634f"),
    on: ON_WHITE,
};

const fn flat(fill: &'static str, rim: Option<&'static str>, on: &'static str) -> StonePalette {
    StonePalette { shade: [fill; 4], flat: fill, rim, on }
}

static WOOD: Palette = Palette {
    board: "#deb977",
    wood: Some(("#d5ac66", "#784a14", 0.075)),
    frame: None,
    grid: "#55401f",
    coordinate: "#4f3b1d",
    mark: "#2c2012",
    arrow: "#1f566e",
    black: SLATE_STONE,
    white: SHELL_STONE,
    shell: Some("#b3a78f"),
    shadow: Some(0.42),
    last: LAST,
    paper: "#f5f1e8",
    text: "#1d1b18",
};

static WOOD_DARK: Palette = Palette {
    board: "#ab8350",
    wood: Some(("#a17945", "#3c2206", 0.10)),
    frame: None,
    grid: "#281a09",
    coordinate: "#1f1406",
    mark: "#160e05",
    arrow: "#08293a",
    black: SLATE_STONE,
    white: SHELL_STONE,
    shell: Some("#b3a78f"),
    shadow: Some(0.55),
    last: LAST,
    paper: "#151719",
    text: "#ece7dc",
};

static SLATE: Palette = Palette {
    board: "#7a878d",
    wood: None,
    frame: None,
    grid: "#20282c",
    coordinate: "#14191c",
    mark: "#0d1113",
    arrow: "#0b2e3d",
    black: SLATE_STONE,
    white: SHELL_STONE,
    shell: Some("#b3a78f"),
    shadow: Some(0.42),
    last: LAST,
    paper: "#f5f1e8",
    text: "#1d1b18",
};

static SLATE_DARK: Palette = Palette {
    board: "#5e6b73",
    wood: None,
    frame: None,
    grid: "#cfd9dd",
    coordinate: "#f2f5f6",
    mark: "#f4f7f8",
    arrow: "#b9e2f2",
    black: StonePalette {
        shade: ["#63686c", "#34383b", "#141618", "#090a0b"],
        flat: "#121416",
        rim: None,
        on: ON_BLACK,
    },
    white: SHELL_STONE,
    shell: Some("#b3a78f"),
    shadow: Some(0.55),
    last: LAST,
    paper: "#151719",
    text: "#ece7dc",
};

static INK: Palette = Palette {
    board: "#faf6ec",
    wood: None,
    frame: Some("#d8cfbf"),
    grid: "#6c655a",
    coordinate: "#4d473f",
    mark: "#1d1b18",
    arrow: "#24566b",
    black: flat("#1d1b18", None, ON_BLACK),
    white: flat("#ffffff", Some("#1d1b18"), ON_WHITE),
    shell: None,
    shadow: None,
    last: LAST,
    paper: "#f5f1e8",
    text: "#1d1b18",
};

static INK_DARK: Palette = Palette {
    board: "#25282b",
    wood: None,
    frame: Some("#34383b"),
    grid: "#8d887e",
    coordinate: "#c0b9ac",
    mark: "#f1ece1",
    arrow: "#8fc1d6",
    black: flat("#0a0b0c", Some("#b7b0a3"), ON_BLACK),
    white: flat("#ece7dc", Some("#ece7dc"), ON_WHITE),
    shell: None,
    shadow: None,
    last: LAST,
    paper: "#151719",
    text: "#ece7dc",
};

static PRINT: Palette = Palette {
    board: "#ffffff",
    wood: None,
    frame: None,
    grid: "#000000",
    coordinate: "#000000",
    mark: "#000000",
    arrow: "#000000",
    black: flat("#000000", None, "#ffffff"),
    white: flat("#ffffff", Some("#000000"), "#000000"),
    shell: None,
    shadow: None,
    last: None,
    paper: "#ffffff",
    text: "#000000",
};
