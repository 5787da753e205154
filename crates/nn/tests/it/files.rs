use std::collections::BTreeSet;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use nn::model::{Activation, Block, Encoding, MatMul, MetaEncoder, Rope, Tip};
use nn::{Model, NetError};
use rules::Lang;

use crate::laws;
use crate::samples::{files, model, published};

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut content).unwrap();
    content
}

fn packed(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// A file with one text of its head replaced.
fn with(content: &[u8], old: &str, new: &str) -> Vec<u8> {
    let at = content.windows(old.len()).position(|window| window == old.as_bytes()).unwrap();
    let mut changed = content[..at].to_vec();
    changed.extend_from_slice(new.as_bytes());
    changed.extend_from_slice(&content[at + old.len()..]);
    changed
}

#[test]
fn every_version_is_read_and_written_back() {
    let mut versions = BTreeSet::new();
    for (name, bytes) in files() {
        let model = Model::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        versions.insert(model.version);
        assert_eq!(Model::read(&unpacked(&bytes)).as_ref(), Ok(&model), "{name} uncompressed");
        for encoding in [Encoding::Binary, Encoding::Text] {
            let written = model.write(encoding).unwrap();
            assert_eq!(Model::read(&written).as_ref(), Ok(&model), "{name} {encoding:?}");
            assert_eq!(Model::read(&packed(&written)).as_ref(), Ok(&model), "{name} {encoding:?}");
        }
        assert!(model.parameters() > 10_000, "{name}");
        assert!(model.blocks().starts_with(&format!("{} × ", model.trunk.blocks.len())));
    }
    assert!(versions.into_iter().eq(8..=17));
}

#[test]
fn the_samples_hold_every_kind_of_layer() {
    let (mut kinds, mut ropes, mut tips, mut activations) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (_, bytes) in files() {
        let model = Model::read(&bytes).unwrap();
        for activation in [model.trunk.activation, model.policy.act_pool, model.policy.act2] {
            activations.insert(activation.keyword());
        }
        tips.insert(match model.trunk.tip {
            Tip::Norm(_) => "norm",
            Tip::Rms { spatial: true, .. } => "spatial",
            Tip::Rms { .. } => "point",
        });
        let mut blocks: Vec<&Block> = model.trunk.blocks.iter().collect();
        while let Some(block) = blocks.pop() {
            kinds.insert(match block {
                Block::Ordinary(block) => {
                    activations.insert(block.act1.keyword());
                    "ordinary"
                }
                Block::GlobalPooling(_) => "pooling",
                Block::FeedForward(_) => "feed-forward",
                Block::Nested(nested) => {
                    blocks.extend(&nested.blocks);
                    "nested"
                }
                Block::Attention(attention) => {
                    ropes.insert(match attention.rope {
                        None => "none",
                        Some(Rope::Fixed { .. }) => "fixed",
                        Some(Rope::Learned { .. }) => "learned",
                    });
                    "attention"
                }
            });
        }
    }
    assert_eq!(kinds.len(), 5);
    assert_eq!(ropes.len(), 3);
    assert_eq!(tips.len(), 3);
    assert_eq!(activations.len(), 3);
}

#[test]
fn halves_keep_eleven_bits() {
    for (name, bytes) in files() {
        let model = Model::read(&bytes).unwrap();
        let written = model.write(Encoding::Half).unwrap();
        let full = model.write(Encoding::Binary).unwrap();
        assert!(written.len() * 100 < full.len() * 65, "{name}: {} {}", written.len(), full.len());
        let back = Model::read(&written).unwrap();
        assert_ne!(back, model);
        let weights = &model.trunk.conv.weights;
        for (&exact, &rounded) in weights.iter().zip(&back.trunk.conv.weights) {
            assert!((exact - rounded).abs() <= exact.abs() / 2048.0 + 3e-8, "{exact} {rounded}");
        }
        assert_eq!(back.trunk.tip, model.trunk.tip, "norms stay exact");
        assert_eq!(back.write(Encoding::Half).unwrap(), written, "rounding twice changes nothing");
    }
}

#[test]
fn a_weight_beyond_halves_keeps_its_array_exact() {
    let mut model = model("random-v17-s2");
    model.trunk.conv.weights[7] = 70_000.0;
    let back = Model::read(&model.write(Encoding::Half).unwrap()).unwrap();
    assert_eq!(back.trunk.conv, model.trunk.conv);
}

#[test]
fn networks_that_imitate_people_are_read() {
    let mut model = model("random-v15-s1");
    let matrix = |inputs: usize, outputs: usize| MatMul {
        inputs,
        outputs,
        weights: (0..inputs * outputs).map(|index| (index as f32).sin()).collect(),
    };
    model.trunk.meta = Some(MetaEncoder {
        mul1: matrix(192, 24),
        bias1: vec![0.5; 24],
        act1: Activation::Mish,
        mul2: matrix(24, 16),
        bias2: vec![-0.25; 16],
        act2: Activation::Silu,
        mul3: matrix(16, 16),
    });
    let written = model.write(Encoding::Binary).unwrap();
    assert_eq!(Model::read(&written), Ok(model.clone()));
    let other = with(&written, "\nmeta\n192\n", "\nmeta\n191\n");
    assert!(matches!(Model::read(&other), Err(NetError::Mismatch { found: 191, .. })));
    model.trunk.meta.as_mut().unwrap().bias2.pop();
    assert!(matches!(model.write(Encoding::Binary), Err(NetError::Mismatch { found: 15, .. })));
}

#[test]
fn every_beginning_of_a_file_is_refused() {
    for (name, bytes) in files() {
        let content = unpacked(&bytes);
        let step = content.len() / 400;
        for end in (0..content.len().min(600)).chain((0..content.len() - 1).step_by(step)) {
            // The text format may end within its last number, which cannot be told from a shorter number.
            let whole = Model::read(&content[..end]);
            assert!(whole.is_err(), "{name} cut at {end}");
        }
        for end in (0..bytes.len()).step_by(bytes.len() / 100) {
            assert!(Model::read(&bytes[..end]).is_err(), "{name} compressed, cut at {end}");
        }
    }
}

#[test]
fn damage_never_passes_for_another_file_of_its_size() {
    // Under compression the checksum tells, whatever byte is hit.
    for (name, mut bytes) in files() {
        for at in (10..bytes.len()).step_by(bytes.len() / 60) {
            bytes[at] ^= 0x10;
            assert!(Model::read(&bytes).is_err(), "{name} damaged at {at}");
            bytes[at] ^= 0x10;
        }
    }
}

#[test]
fn what_is_no_network_is_told_so() {
    for bytes in
        [&b""[..], b"\x89PNG\r\n\x1a\n", b"Hello, world", b"PK\x03\x04", b"(;GM[1])", &packed(b"")]
    {
        let error = Model::read(bytes).unwrap_err();
        assert!(matches!(error, NetError::NotANetwork(_)), "{bytes:?}: {error}");
    }
    assert_eq!(Model::read(b"a.b 8 22 19"), Err(NetError::Name("a.b".to_owned())));
    assert_eq!(Model::read(b"old 5 22 19"), Err(NetError::Version(5)));
    assert_eq!(Model::read(b"new 18 22 19"), Err(NetError::Version(18)));
    assert_eq!(Model::read(b"x 8 22 14"), Err(NetError::Inputs { planes: 22, globals: 14 }));
    let name = "n".repeat(97);
    assert_eq!(Model::read(format!("{name} 8 22 19").as_bytes()), Err(NetError::Name(name)));
}

#[test]
fn numbers_that_are_none_are_refused() {
    let content = model("random-v17-s2").write(Encoding::Binary).unwrap();
    let mark = content.windows(5).position(|window| window == b"@BIN@").unwrap();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut changed = content.clone();
        changed[mark + 5 + 8..mark + 5 + 12].copy_from_slice(&bad.to_le_bytes());
        let error = Model::read(&changed).unwrap_err();
        let offset = (mark + 13) as u64;
        let layer = "trunk.conv".to_owned();
        assert_eq!(error, NetError::NotFinite { offset, layer, index: 2 });
    }
    let text = model("random-v10").write(Encoding::Text).unwrap();
    let text = String::from_utf8(text).unwrap();
    for bad in ["nan", "inf", "-infinity", "1e99", "seven", "0x10", "1,5"] {
        let changed = text.replacen("\n1e-20\n1\n1\n0e0", &format!("\n1e-20\n1\n1\n{bad}"), 1);
        assert_ne!(changed, text);
        let error = Model::read(changed.as_bytes()).unwrap_err();
        assert!(matches!(error, NetError::NotFinite { .. } | NetError::Token { .. }), "{error}");
    }
    let negative = text.replacen("\n1e-20\n", "\n-2\n", 1);
    assert!(matches!(Model::read(negative.as_bytes()), Err(NetError::Scale { channel: 0, .. })));
}

#[test]
fn hostile_sizes_are_refused() {
    let content = model("random-v17-s2").write(Encoding::Binary).unwrap();
    let head = "trunk.conv\n3\n3\n22\n16\n1\n1\n";
    for (new, what) in [
        ("trunk.conv\n3\n3\n22\n4000000000\n1\n1\n", "channels"),
        ("trunk.conv\n3\n3\n16384\n16384\n1\n1\n", "more than there is"),
        ("trunk.conv\n37\n37\n16384\n16384\n1\n1\n", "much more than there is"),
        ("trunk.conv\n3\n3\n22\n0\n1\n1\n", "none"),
        ("trunk.conv\n4\n3\n22\n16\n1\n1\n", "even"),
        ("trunk.conv\n39\n3\n22\n16\n1\n1\n", "wide"),
        ("trunk.conv\n3\n3\n22\n-32\n1\n1\n", "negative"),
        ("trunk.conv\n3\n3\n22\n16\n2\n2\n", "dilated"),
        ("trunk.conv\n3\n3\n22\n99999999999999999999999\n1\n1\n", "beyond any integer"),
    ] {
        assert!(Model::read(&with(&content, head, new)).is_err(), "{what}");
    }
    let blocks = with(&content, "\ntrunk\n", "\ntrunk\n99999999");
    assert!(matches!(Model::read(&blocks), Err(NetError::Range { .. })));
}

#[test]
fn blocks_within_blocks_have_an_end() {
    let mut model = model("random-v17-s2");
    let Some(Block::Nested(nested)) =
        model.trunk.blocks.iter().find(|block| matches!(block, Block::Nested(_))).cloned()
    else {
        panic!("no nested block")
    };
    let mut innermost = nested.clone();
    innermost.blocks.clear();
    // A bottleneck from C to C/2 whose inside is again one of C/2 needs other sizes: widths stay the same here.
    let square = |conv: &nn::model::Conv, side: usize| nn::model::Conv {
        inputs: side,
        outputs: side,
        weights: vec![0.5; side * side],
        ..conv.clone()
    };
    let side = model.trunk.channels;
    innermost.pre = square(&innermost.pre, side);
    innermost.post = square(&innermost.post, side);
    innermost.norm2 = innermost.norm1.clone();
    let mut chain = innermost.clone();
    for depth in 2..=8 {
        chain = nn::model::Nested { blocks: vec![Block::Nested(chain)], ..innermost.clone() };
        model.trunk.blocks = vec![Block::Nested(chain.clone())];
        let written = model.write(Encoding::Binary).unwrap();
        assert_eq!(Model::read(&written).as_ref(), Ok(&model), "depth {depth}");
    }
    chain = nn::model::Nested { blocks: vec![Block::Nested(chain)], ..innermost };
    model.trunk.blocks = vec![Block::Nested(chain)];
    let error = model.write(Encoding::Binary).map(|written| Model::read(&written));
    assert!(matches!(
        error,
        Err(NetError::Range { found: 9, .. }) | Ok(Err(NetError::Range { found: 9, .. }))
    ));
}

#[test]
fn a_small_file_cannot_unpack_into_much() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(b"bomb 8 22 19 trunk 1 16384 1 1 1 1 c 37 37 22 16384 1 1\n@BIN@").unwrap();
    for _ in 0..200 {
        encoder.write_all(&[0; 1 << 20]).unwrap();
    }
    let bomb = encoder.finish().unwrap();
    assert!(bomb.len() < 300_000);
    assert!(matches!(Model::read(&bomb), Err(NetError::TooLarge { .. })));
}

#[test]
fn layers_that_do_not_fit_are_named() {
    type Change = fn(&mut Model);
    let changes: [(&str, Change); 9] = [
        ("trunk globals", |model| model.trunk.globals.outputs = 31),
        ("trunk conv", |model| model.trunk.conv.weights.truncate(50)),
        ("block 2 norm 1", |model| {
            let mut blocks = model.trunk.blocks.iter_mut();
            let Some(Block::GlobalPooling(block)) = blocks.nth(1) else { panic!("no pooling") };
            block.norm1.scale.push(1.0);
        }),
        ("block 2 pool to bias", |model| {
            let mut blocks = model.trunk.blocks.iter_mut();
            let Some(Block::GlobalPooling(block)) = blocks.nth(1) else { panic!("no pooling") };
            block.pool_to_bias.inputs += 3;
        }),
        ("policy conv 2", |model| model.policy.conv2.outputs += 1),
        ("policy conv 1", |model| model.policy.conv1.ky = 3),
        ("value result", |model| model.value.result.outputs = 2),
        ("value scores bias", |model| model.value.scores_bias.clear()),
        ("value ownership", |model| model.value.ownership.inputs *= 2),
    ];
    for (layer, change) in changes {
        let mut model = model("random-v8");
        assert_eq!(model.check(), Ok(()));
        change(&mut model);
        match model.check() {
            Err(NetError::Mismatch { layer: named, .. }) => assert_eq!(named, layer),
            other => panic!("{layer}: {other:?}"),
        }
    }
}

#[test]
fn a_version_cannot_say_what_came_later() {
    type Change = fn(&mut Model);
    let changes: [Change; 5] = [
        |model| model.trunk.activation = Activation::Mish,
        |model| model.multipliers.lead = 21.0,
        |model| model.prefer_pass_alive_under_suicide = true,
        |model| model.version = 12,
        |model| {
            let channels = model.trunk.channels;
            let (gamma, beta) = (vec![1.0; channels], vec![0.0; channels]);
            model.trunk.tip = Tip::Rms { epsilon: 1e-6, spatial: false, gamma, beta };
        },
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let mut model = model("random-v8");
        change(&mut model);
        let error = model.write(Encoding::Binary).unwrap_err();
        assert!(matches!(error, NetError::Unsupported { .. }), "{index}: {error}");
    }
}

#[test]
fn data_after_the_end_and_extensions_are_refused() {
    let content = model("random-v17-s2").write(Encoding::Binary).unwrap();
    let mut longer = content.clone();
    longer.extend_from_slice(b" \n\t\n");
    assert!(Model::read(&longer).is_ok());
    longer.extend_from_slice(b"more");
    let offset = content.len() as u64 + 4;
    assert_eq!(Model::read(&longer), Err(NetError::Trailing { offset }));
    let extended = with(&content, "\npolicy\n2\n0\n", "\npolicy\n2\n1\n");
    assert!(matches!(Model::read(&extended), Err(NetError::Unsupported { .. })));
}

#[test]
fn errors_speak_both_languages() {
    let content = model("random-v17-s2").write(Encoding::Binary).unwrap();
    let errors = [
        Model::read(b"").unwrap_err(),
        Model::read(b"x 7").unwrap_err(),
        Model::read(&content[..5000]).unwrap_err(),
        Model::read(&with(&content, "\npolicy\n2\n0\n", "\npolicy\n3\n0\n")).unwrap_err(),
        Model::read(&with(&content, "ACTIVATION_", "ACTIVITY_")).unwrap_err(),
        Model::read(&with(&content, "trunk.conv\n3\n", "trunk.conv\n4\n")).unwrap_err(),
    ];
    for error in errors {
        let (english, chinese) = (error.describe(Lang::En), error.describe(Lang::Zh));
        assert!(chinese.chars().any(|c| c >= '\u{4e00}'), "{chinese}");
        assert!(!chinese.contains("the "), "{chinese}");
        assert!(!english.ends_with('.'), "{english}");
    }
}

/// The published networks, where a folder of them is named.
#[test]
fn published_networks_are_read() {
    let known = [
        ("g170-b6c96-s175395328-d26788732", 8, 1_028_743, "6 × 96: 4 ordinary, 2 pooling"),
        ("b7c96h3tfrs-test5-cnorm", 17, 819_049, "14 × 96: 7 attention, 7 feed-forward"),
        ("b7c96h6kv3qk32v16tflrs-fson-bnh", 17, 851_977, "14 × 96: 7 attention, 7 feed-forward"),
        (
            "b10c384h6nbttflrs",
            15,
            10_545_945,
            "10 × 384: 10 nested (attention + feed-forward + attention + feed-forward)",
        ),
    ];
    for (name, version, parameters, blocks) in known {
        let Some(bytes) = published(name) else { continue };
        let model = Model::read(&bytes).unwrap();
        assert_eq!((model.version, model.parameters()), (version, parameters), "{name}");
        assert_eq!(model.blocks(), blocks, "{name}");
        assert_eq!(Model::read(&model.write(Encoding::Binary).unwrap()), Ok(model), "{name}");
    }
}

#[test]
fn the_corpus_of_the_fuzz_target_holds() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/net_file");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        laws::file(&bytes);
        // Cut and with a wrong byte here and there as well.
        for at in (0..bytes.len()).step_by(bytes.len() / 50 + 1) {
            laws::file(&bytes[..at]);
            let mut wrong = bytes.clone();
            wrong[at] ^= 1 << (at % 8);
            laws::file(&wrong);
        }
        seen += 1;
    }
    assert!(seen >= 9, "{seen} samples");
}
