use rules::Lang;
use thiserror::Error;

/// Why bytes are not a network that can be used.
///
/// Offsets count the bytes of the file's content, after decompression, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetError {
    /// The bytes don't begin as a network file does.
    #[error(
        "this is not a network file: it begins with {0:?}; a .bin.gz or .txt.gz file is expected"
    )]
    NotANetwork(String),
    /// The compressed data is broken.
    #[error(
        "the compressed data is damaged after {offset} bytes of content, in {layer} ({reason}); \
         get the file again"
    )]
    Compression {
        /// Bytes of content that were read before.
        offset: u64,
        /// The layer being read.
        layer: String,
        /// What the decompressor said.
        reason: String,
    },
    /// The content is larger than such a file can be.
    #[error("the content is larger than {limit} bytes, which no network of {stored} bytes needs")]
    TooLarge {
        /// The most that is read.
        limit: u64,
        /// Bytes of the file as stored.
        stored: u64,
    },
    /// The file ends too early.
    #[error("the file ends at byte {offset}, inside {layer}; get the file again")]
    Truncated {
        /// Where it ends.
        offset: u64,
        /// The layer being read.
        layer: String,
    },
    /// Something else was expected at this place.
    #[error("byte {offset}, after {layer}: {found:?} is not {wanted}; the file is damaged")]
    Token {
        /// Where it starts.
        offset: u64,
        /// The last layer that was named.
        layer: String,
        /// What stands there.
        found: String,
        /// What is expected.
        wanted: &'static str,
    },
    /// A weight is not a number or not finite.
    #[error("byte {offset}: weight {index} of {layer} is not a finite number; the file is damaged")]
    NotFinite {
        /// Where it stands, or ends in the text format.
        offset: u64,
        /// The layer it belongs to.
        layer: String,
        /// Its index in the layer's array.
        index: usize,
    },
    /// A normalisation whose variance makes no sense.
    #[error("channel {channel} of {layer} has no finite scale; the file is damaged")]
    Scale {
        /// The layer.
        layer: String,
        /// Its channel, from 0.
        channel: usize,
    },
    /// The version is unknown.
    #[error(
        "version {0} of the format is not supported: it must be 8 to 17; older networks need conversion, newer ones a newer program"
    )]
    Version(u64),
    /// The name has other characters or another length than allowed.
    #[error("{0:?} is no name of a network: 1 to 96 letters, digits, _ and - are allowed")]
    Name(String),
    /// The network has other inputs.
    #[error(
        "the network takes {planes} planes and {globals} global inputs; only 22 and 19 are supported"
    )]
    Inputs {
        /// Planes.
        planes: u64,
        /// Global inputs.
        globals: u64,
    },
    /// Something that this program cannot compute.
    #[error("{layer}: {what} is not supported; a newer program may know it")]
    Unsupported {
        /// Where it stands.
        layer: String,
        /// What it is.
        what: &'static str,
    },
    /// A size outside its range.
    #[error("{layer}: {what} is {found}, but must be {range}")]
    Range {
        /// The layer.
        layer: String,
        /// What the number is.
        what: &'static str,
        /// The number.
        found: u64,
        /// The range, in words.
        range: &'static str,
    },
    /// Sizes that don't fit together.
    #[error("{layer}: {what} is {found}, but {expected} is needed")]
    Mismatch {
        /// The layer.
        layer: String,
        /// What the number is.
        what: &'static str,
        /// The number.
        found: u64,
        /// What fits.
        expected: u64,
    },
    /// Something follows the end.
    #[error("byte {offset}: data follows the end of the network; the file is damaged")]
    Trailing {
        /// Where it starts.
        offset: u64,
    },
}

impl NetError {
    /// The reason in words.
    pub fn describe(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Zh => self.chinese(),
        }
    }

    fn chinese(&self) -> String {
        match self {
            NetError::NotANetwork(begin) => {
                format!("这不是网络文件：开头是 {begin:?}；应为 .bin.gz 或 .txt.gz 文件")
            }
            NetError::Compression { offset, layer, .. } => {
                format!("压缩数据损坏：读出 {offset} 字节之后（{layer}）；请重新获取该文件")
            }
            NetError::TooLarge { limit, stored } => {
                format!("内容超过 {limit} 字节，{stored} 字节的网络文件不会这么大")
            }
            NetError::Truncated { offset, layer } => {
                format!("文件在第 {offset} 字节处中断（{layer}）；请重新获取该文件")
            }
            NetError::Token { offset, layer, found, wanted } => {
                format!(
                    "第 {offset} 字节（{layer} 之后）：{found:?} 不是{}；文件已损坏",
                    wanted_zh(wanted)
                )
            }
            NetError::NotFinite { offset, layer, index } => {
                format!("第 {offset} 字节：{layer} 的第 {index} 个权重不是有限的数；文件已损坏")
            }
            NetError::Scale { layer, channel } => {
                format!("{layer} 的第 {channel} 个通道没有有限的系数；文件已损坏")
            }
            NetError::Version(version) => {
                format!(
                    "不支持格式版本 {version}：须为 8 至 17；更旧的网络需转换，更新的需新版程序"
                )
            }
            NetError::Name(name) => {
                format!("{name:?} 不能作网络名：只能是 1 至 96 个字母、数字、_ 和 -")
            }
            NetError::Inputs { planes, globals } => {
                format!("该网络有 {planes} 个输入平面和 {globals} 个全局输入；只支持 22 和 19")
            }
            NetError::Unsupported { layer, what } => {
                format!("{layer}：不支持{}；新版程序也许支持", what_zh(what))
            }
            NetError::Range { layer, what, found, range } => {
                format!("{layer}：{}是 {found}，应在 {range} 之内", what_zh(what))
            }
            NetError::Mismatch { layer, what, found, expected } => {
                format!("{layer}：{}是 {found}，应为 {expected}", what_zh(what))
            }
            NetError::Trailing { offset } => {
                format!("第 {offset} 字节：网络结束后还有数据；文件已损坏")
            }
        }
    }
}

/// What the reader expects, in Chinese.
fn wanted_zh(wanted: &'static str) -> &'static str {
    match wanted {
        words::WHOLE => "非负整数",
        words::TRUTH => "0 或 1",
        words::NUMBER => "有限的数",
        words::ARRAY => "权重数组",
        words::KIND => "已知的块类型",
        words::ACTIVATION => "已知的激活函数",
        words::TEXT => "一个词",
        other => other,
    }
}

/// What a size or an extension is, in Chinese.
fn what_zh(what: &'static str) -> &'static str {
    match what {
        words::KERNEL => "卷积核边长",
        words::CHANNELS => "通道数",
        words::INPUTS => "输入数",
        words::OUTPUTS => "输出数",
        words::COUNT => "数组长度",
        words::BLOCKS => "块数",
        words::DEPTH => "嵌套层数",
        words::HEADS => "注意力头数",
        words::LENGTH => "向量长度",
        words::POLICIES => "策略通道数",
        words::DILATION => "扩张卷积",
        words::RESERVED => "保留字段的扩展",
        words::META_VERSION => "棋手信息编码的版本",
        words::GROUPED => "分组归一化",
        words::EPSILON => "归一化的 epsilon",
        words::THETA => "旋转位置编码的底数",
        words::VERSION_ACTIVATION => "此版本的激活函数",
        words::VERSION_FIELD => "此版本的扩展字段",
        other => other,
    }
}

/// The words of messages, so that both languages have them.
pub(super) mod words {
    pub(in crate::model) const WHOLE: &str = "a whole number";
    pub(in crate::model) const TRUTH: &str = "0 or 1";
    pub(in crate::model) const NUMBER: &str = "a finite number";
    pub(in crate::model) const ARRAY: &str = "an array of weights";
    pub(in crate::model) const KIND: &str = "a known kind of block";
    pub(in crate::model) const ACTIVATION: &str = "a known activation";
    pub(in crate::model) const TEXT: &str = "a word";

    pub(in crate::model) const KERNEL: &str = "the side of the kernel";
    pub(in crate::model) const CHANNELS: &str = "the number of channels";
    pub(in crate::model) const INPUTS: &str = "the number of inputs";
    pub(in crate::model) const OUTPUTS: &str = "the number of outputs";
    pub(in crate::model) const COUNT: &str = "the length of the array";
    pub(in crate::model) const BLOCKS: &str = "the number of blocks";
    pub(in crate::model) const DEPTH: &str = "the depth of blocks in blocks";
    pub(in crate::model) const HEADS: &str = "the number of attention heads";
    pub(in crate::model) const LENGTH: &str = "the length of the vectors";
    pub(in crate::model) const POLICIES: &str = "the number of policy channels";
    pub(in crate::model) const DILATION: &str = "a dilated convolution";
    pub(in crate::model) const RESERVED: &str = "an extension in a reserved field";
    pub(in crate::model) const META_VERSION: &str = "this version of the players' inputs";
    pub(in crate::model) const GROUPED: &str = "grouped normalisation";
    pub(in crate::model) const EPSILON: &str = "the epsilon of the normalisation";
    pub(in crate::model) const THETA: &str = "the base of the rotation";
    pub(in crate::model) const VERSION_ACTIVATION: &str = "this activation in this version";
    pub(in crate::model) const VERSION_FIELD: &str = "an extended field in this version";
}
