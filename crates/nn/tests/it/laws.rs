//! The laws that the fuzz target `net_file` and the plain tests share.

use board::BoardSize;
use nn::model::Encoding;
use nn::{GLOBALS, Model, PLANES, Symmetry, reference};
use rules::Lang;

/// Models up to this size are computed too.
const SMALL: usize = 20_000;

/// Any bytes as a network file: they are refused in both languages, or hold no more than the file can, fit together, come
/// back from both encodings, and can be computed.
pub(crate) fn file(bytes: &[u8]) {
    let model = match Model::read(bytes) {
        Ok(model) => model,
        Err(error) => {
            assert!(!error.describe(Lang::En).is_empty());
            assert!(error.describe(Lang::Zh).chars().any(|c| c >= '\u{3000}'), "{error}");
            return;
        }
    };
    model.check().unwrap();
    // A number takes two bytes of content at least; content has its bound. Norms count what they are given as ones.
    assert!(model.parameters() <= 64 * bytes.len() + (4 << 20));
    for encoding in [Encoding::Binary, Encoding::Text] {
        let written = model.write(encoding).unwrap();
        assert_eq!(Model::read(&written).as_ref(), Ok(&model));
    }
    let half = Model::read(&model.write(Encoding::Half).unwrap()).unwrap();
    assert_eq!(half.parameters(), model.parameters());
    if model.parameters() > SMALL {
        return;
    }
    let size = BoardSize::new(3, 2).unwrap();
    let mut planes = vec![0.0; PLANES * size.area()];
    planes[..size.area()].fill(1.0);
    let (globals, symmetry) = ([0.5; GLOBALS], Symmetry::default());
    let answer = reference::forward(&model, &planes, &globals, None, size, symmetry);
    assert_eq!((answer.policy.len(), answer.ownership.len()), (7, 6));
}
