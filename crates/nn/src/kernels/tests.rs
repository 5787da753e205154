//! The same tests for every set of kernels that this CPU has, against plain loops in double precision.

use super::*;
use crate::model::Conv;

/// Calls `test` with each set that this CPU has.
fn for_each_set(test: impl Fn(Kernels)) {
    for set in KernelSet::available() {
        test(Kernels::new(set).unwrap());
    }
}

/// Reproducible numbers in −1 … 1.
fn numbers(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) as f32 / 8_388_608.0 - 1.0
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// Rows of so many numbers, padded with zeros.
fn rows(numbers: &[f32], width: usize) -> Buffer {
    let stride = padded(width);
    let mut buffer = Buffer::zeros(numbers.len() / width * stride + 16);
    for (to, from) in buffer.chunks_exact_mut(stride).zip(numbers.chunks_exact(width)) {
        to[..width].copy_from_slice(from);
    }
    buffer
}

fn close(what: &str, found: f32, expected: f64, tolerance: f64) {
    let error = (f64::from(found) - expected).abs();
    assert!(error <= tolerance * expected.abs().max(1.0), "{what}: {found}, expected {expected}");
}

fn silu(x: f64) -> f64 {
    x / (1.0 + (-x).exp())
}

fn activated(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::Identity => x,
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * x.exp().ln_1p().tanh(),
        Activation::Silu => silu(x),
    }
}

#[test]
fn at_least_the_plain_set_is_there() {
    assert_eq!(KernelSet::available().last(), Some(KernelSet::Plain));
    assert!(KernelSet::best().is_available());
    assert!(KernelSet::Plain.multiply_and_add(10) == 960);
}

#[test]
fn products_of_every_shape() {
    let shapes = [
        (1, 1, 1),
        (2, 3, 5),
        (7, 19, 17),
        (13, 96, 33),
        (14, 31, 64),
        (25, 40, 8),
        (29, 385, 49),
        (61, 700, 31),
        (100, 512, 20),
    ];
    for_each_set(|kernels| {
        for (m, k, n) in shapes {
            let (a, b, c) = (numbers(m * k, 1), numbers(k * n, 2), numbers(m * n, 3));
            let matrix = Matrix::new(kernels, k, n, |i, o| b[i * n + o]);
            let (from, stride) = (rows(&a, k), padded(n));
            for then in [Then::Store, Then::Add] {
                let mut to = rows(&c, n);
                kernels.multiply(m, (&from, padded(k)), &matrix, (&mut to, stride), then);
                for (row, column) in (0..m * n).map(|at| (at / n, at % n)) {
                    let terms =
                        (0..k).map(|i| f64::from(a[row * k + i]) * f64::from(b[i * n + column]));
                    let before = if then == Then::Add { c[row * n + column].into() } else { 0.0 };
                    let what = format!("{} {m}x{k}x{n} {then:?}", kernels.set());
                    close(&what, to[row * stride + column], terms.sum::<f64>() + before, 2e-5);
                }
            }
        }
    });
}

#[test]
fn gated_products() {
    for_each_set(|kernels| {
        for (m, k, n) in [(1, 1, 1), (7, 19, 17), (14, 400, 33)] {
            let (a, b, g) = (numbers(m * k, 4), numbers(k * n, 5), numbers(k * n, 6));
            let matrix = Matrix::gated(kernels, k, n, |i, o| b[i * n + o], |i, o| g[i * n + o]);
            let (from, stride) = (rows(&a, k), padded(n));
            let mut to = Buffer::zeros(m * stride);
            kernels.multiply(m, (&from, padded(k)), &matrix, (&mut to, stride), Then::Gate);
            for (row, column) in (0..m * n).map(|at| (at / n, at % n)) {
                let sum = |w: &[f32]| -> f64 {
                    (0..k).map(|i| f64::from(a[row * k + i]) * f64::from(w[i * n + column])).sum()
                };
                let what = format!("{} {m}x{k}x{n} gate", kernels.set());
                close(&what, to[row * stride + column], silu(sum(&b)) * sum(&g), 3e-4);
            }
            assert!(to[n..stride].iter().all(|&pad| pad == 0.0), "padding");
        }
    });
}

#[test]
fn activations_over_their_whole_range() {
    let inputs: Vec<f32> = (-1000..=1000).map(|i| i as f32 / 8.0).chain([-1e4, 1e4, 0.0]).collect();
    let kinds = [Activation::Identity, Activation::Relu, Activation::Mish, Activation::Silu];
    for_each_set(|kernels| {
        for activation in kinds {
            let mut found = rows(&inputs, 1);
            let length = inputs.len() * 16;
            let one = [1.0; 16];
            let norm = NormAct { scale: &one, bias: &[0.0; 16], activation };
            kernels.norm_in_place(1, &mut found[..length], 16, norm);
            for (&x, found) in inputs.iter().zip(found.chunks(16)) {
                let expected = match activation {
                    // e²⁰⁰⁰ is no number.
                    Activation::Mish if x > 100.0 => x.into(),
                    _ => activated(activation, x.into()),
                };
                let tolerance = 1e-6 * expected.abs() + 1e-7;
                let error = (f64::from(found[0]) - expected).abs();
                assert!(error <= tolerance, "{} {activation:?}({x}): {}", kernels.set(), found[0]);
            }
        }
    });
}

/// A convolution at one point, by definition.
fn convolved(
    x: &[f32],
    conv: &Conv,
    size: (usize, usize),
    y: usize,
    column: usize,
    o: usize,
) -> f64 {
    let (rows, columns) = size;
    let mut sum = 0.0;
    for (ky, kx) in (0..conv.ky * conv.kx).map(|at| (at / conv.kx, at % conv.kx)) {
        let (sy, sx) =
            ((y + ky).wrapping_sub(conv.ky / 2), (column + kx).wrapping_sub(conv.kx / 2));
        if sy >= rows || sx >= columns {
            continue;
        }
        for i in 0..conv.inputs {
            let weight = conv.weights[((ky * conv.kx + kx) * conv.inputs + i) * conv.outputs + o];
            sum += f64::from(weight) * f64::from(x[(sy * columns + sx) * conv.inputs + i]);
        }
    }
    sum
}

#[test]
fn convolutions_of_every_shape_and_ending() {
    let shapes = [
        // Kernel, channels in and out, positions, rows, columns.
        ((3, 3), 1, 1, 1, 1, 1),
        ((3, 3), 5, 7, 2, 2, 2),
        ((3, 3), 17, 40, 3, 9, 9),
        ((3, 3), 8, 33, 1, 7, 13),
        ((3, 3), 16, 20, 5, 4, 6),
        ((3, 3), 24, 9, 1, 19, 19),
        ((5, 5), 6, 18, 2, 6, 3),
        ((1, 1), 9, 17, 2, 5, 4),
        ((1, 3), 4, 6, 1, 3, 8),
    ];
    for_each_set(|kernels| {
        for ((ky, kx), inputs, outputs, positions, r, c) in shapes {
            let points = positions * r * c;
            let x = numbers(points * inputs, 7);
            let weights = numbers(ky * kx * inputs * outputs, 8);
            let conv = Conv { ky, kx, inputs, outputs, weights };
            let filter = Filter::new(kernels, conv.clone());
            let (border, tile) = filter.border(r, c);
            let dense = Layout::dense(positions, r, c, padded(inputs));
            let layout = dense.bordered(border, tile);
            let mut source = Buffer::zeros(layout.length());
            source.fill(f32::NAN);
            layout.clear_border(&mut source);
            let one = vec![1.0; padded(inputs)];
            let zero = vec![0.0; padded(inputs)];
            let same = NormAct { scale: &one, bias: &zero, activation: Activation::Identity };
            kernels.norm(inputs, (&rows(&x, inputs), dense), (&mut source, layout), same, 0);

            let out = Layout::dense(positions, r, c, padded(outputs));
            let wide = out.bordered(2, 1);
            let before = numbers(points * outputs, 9);
            let (mut scale, mut bias) = (numbers(outputs, 10), numbers(outputs, 11));
            scale.resize(padded(outputs), 0.0);
            bias.resize(padded(outputs), 0.0);
            let norm = NormAct { scale: &scale, bias: &bias, activation: Activation::Mish };
            let mut scratch = Buffer::default();
            let mut stored = Buffer::zeros(out.length());
            let mut added = rows(&before, outputs);
            let mut both = rows(&before, outputs);
            let mut normed = Buffer::zeros(wide.length());
            let mut normed_sum = Buffer::zeros(wide.length());
            for mut to in [
                Outputs::Store(&mut stored, out),
                Outputs::Add(&mut added, out),
                Outputs::Norm(&mut normed, wide, norm),
                Outputs::AddNorm(&mut both, out, &mut normed_sum, wide, norm),
            ] {
                kernels.convolve((&source, layout), &filter, &mut to, &mut scratch);
            }
            for (at, &before) in before.iter().enumerate() {
                let (point, o) = (at / outputs, at % outputs);
                let (position, y, column) = (point / (r * c), point / c % r, point % c);
                let own = &x[position * r * c * inputs..];
                let sum = convolved(own, &conv, (r, c), y, column, o);
                let total = sum + f64::from(before);
                let finished = |sum: f64| {
                    activated(Activation::Mish, sum * f64::from(scale[o]) + f64::from(bias[o]))
                };
                let dense_at = point * padded(outputs) + o;
                let wide_at =
                    ((position * wide.height + y + 2) * wide.width + column + 2) * wide.stride + o;
                let what =
                    format!("{} {ky}x{kx} {inputs}->{outputs} {positions}x{r}x{c}", kernels.set());
                close(&what, stored[dense_at], sum, 1e-4);
                close(&what, added[dense_at], total, 1e-4);
                close(&what, both[dense_at], total, 1e-4);
                close(&what, normed[wide_at], finished(sum), 1e-4);
                close(&what, normed_sum[wide_at], finished(total), 1e-4);
            }
        }
    });
}

#[test]
fn convolutions_of_bits() {
    for_each_set(|kernels| {
        for (ky, kx, outputs, r, c) in [(5, 5, 96, 9, 9), (3, 3, 7, 1, 1), (3, 3, 33, 4, 7)] {
            let (planes, points) = (22, r * c);
            let bits = numbers(points * planes, 12);
            let x: Vec<f32> = bits.iter().map(|&b| if b > 0.4 { 1.0 } else { 0.0 }).collect();
            let cells: Vec<u32> = x
                .chunks(planes)
                .map(|cell| (0..planes).map(|p| u32::from(cell[p] > 0.0) << p).sum())
                .collect();
            let weights = numbers(ky * kx * planes * outputs, 13);
            let conv = Conv { ky, kx, inputs: planes, outputs, weights };
            let filter = Filter::of_bits(kernels, conv.clone());
            let mut bias = numbers(outputs, 14);
            bias.resize(padded(outputs), 0.0);
            let mut out = Buffer::zeros(points * padded(outputs));
            let mut list = Vec::new();
            kernels.convolve_bits((r, c), &cells, &filter, &bias, &mut out, &mut list);
            for (point, o) in (0..points * outputs).map(|at| (at / outputs, at % outputs)) {
                let expected =
                    convolved(&x, &conv, (r, c), point / c, point % c, o) + f64::from(bias[o]);
                close(
                    &format!("{} bits", kernels.set()),
                    out[point * padded(outputs) + o],
                    expected,
                    1e-5,
                );
            }
        }
    });
}

#[test]
fn attention_of_every_length() {
    for_each_set(|kernels| {
        for (points, dq, dv) in [(1, 2, 3), (5, 8, 16), (81, 32, 32), (100, 7, 33), (361, 32, 16)] {
            // Scores up to about 40: all weights but a few vanish.
            let queries: Vec<f32> = numbers(points * dq, 15).iter().map(|q| q * 8.0).collect();
            let (keys, values) = (numbers(points * dq, 16), numbers(points * dv, 17));
            let mut packed_keys = Buffer::zeros(kernels.packed_length(dq, points));
            let mut packed_values = Buffer::zeros(kernels.packed_length(points, dv));
            kernels.pack_columns(dq, points, &keys, dq, &mut packed_keys);
            kernels.pack_rows(points, dv, &rows(&values, dv), padded(dv), &mut packed_values);
            let head = Head {
                queries: &queries,
                query_stride: dq,
                count: points,
                keys: &packed_keys,
                values: &packed_values,
                points,
                query_length: dq,
                value_length: dv,
            };
            let mut scores = Buffer::zeros(Kernels::scores_length(points));
            let mut out = Buffer::zeros(points * padded(dv));
            kernels.attend(&head, &mut scores, &mut out, padded(dv));
            for (row, query) in queries.chunks(dq).enumerate() {
                let dot = |key: &[f32]| -> f64 {
                    query.iter().zip(key).map(|(&q, &k)| f64::from(q) * f64::from(k)).sum()
                };
                let weights: Vec<f64> = keys.chunks(dq).map(|key| dot(key).exp2()).collect();
                let total: f64 = weights.iter().sum();
                for column in 0..dv {
                    let pairs = weights.iter().zip(values.chunks(dv));
                    let sum: f64 = pairs.map(|(weight, v)| weight * f64::from(v[column])).sum();
                    let what = format!("{} attention of {points}", kernels.set());
                    close(&what, out[row * padded(dv) + column], sum / total, 2e-5);
                }
            }
        }
    });
}

/// Scores far apart, beyond what 2ˣ can hold, leave the greatest one's value.
#[test]
fn attention_does_not_overflow() {
    for_each_set(|kernels| {
        let (queries, keys, values) = ([1e4f32, -1e4], [3.0f32, -2.0, 0.5], [1.0f32, 2.0, 4.0]);
        let mut packed_keys = Buffer::zeros(kernels.packed_length(1, 3));
        let mut packed_values = Buffer::zeros(kernels.packed_length(3, 1));
        kernels.pack_columns(1, 3, &keys, 1, &mut packed_keys);
        kernels.pack_rows(3, 1, &rows(&values, 1), 16, &mut packed_values);
        let head = Head {
            queries: &queries,
            query_stride: 1,
            count: 2,
            keys: &packed_keys,
            values: &packed_values,
            points: 3,
            query_length: 1,
            value_length: 1,
        };
        let mut scores = Buffer::zeros(Kernels::scores_length(3));
        let mut out = Buffer::zeros(32);
        kernels.attend(&head, &mut scores, &mut out, 16);
        assert_eq!((out[0], out[16]), (1.0, 2.0), "{}", kernels.set());
    });
}

#[test]
fn means_and_roots() {
    for_each_set(|kernels| {
        for (points, channels) in [(1, 1), (9, 7), (81, 33), (361, 96)] {
            let x = numbers(points * channels, 18);
            let (from, stride) = (rows(&x, channels), padded(channels));
            let from = &from[..points * stride];
            let mut to = Buffer::zeros(points * stride);
            kernels.root_mean_square(channels, stride, from, &mut to, 1e-3);
            let (mut mean, mut greatest) = (Buffer::zeros(stride), Buffer::zeros(stride));
            kernels.pool(channels, stride, from, &mut mean, &mut greatest);
            let squares: f64 = x.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
            close("squares", kernels.sum_squares(from), squares, 1e-5);
            for (row, numbers) in x.chunks(channels).enumerate() {
                let squares: f64 = numbers.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
                let factor = 1.0 / (squares / channels as f64 + 1e-3).sqrt();
                for (column, &x) in numbers.iter().enumerate() {
                    close("root", to[row * stride + column], f64::from(x) * factor, 1e-5);
                }
            }
            for channel in 0..channels {
                let own = || x.iter().skip(channel).step_by(channels).copied();
                close(
                    "mean",
                    mean[channel],
                    own().map(f64::from).sum::<f64>() / points as f64,
                    1e-5,
                );
                assert_eq!(greatest[channel], own().fold(f32::MIN, f32::max));
            }
        }
    });
}

#[test]
fn queries_and_keys_are_turned_by_their_place() {
    for_each_set(|kernels| {
        for (heads, kv_heads, pairs) in [(2, 1, 1), (6, 3, 16), (2, 2, 5), (1, 1, 40)] {
            let (columns, points) = (7, 21);
            let angle = |line: usize, at: usize, unit: f64| (line * (at + 1)) as f64 * unit;
            let table = |unit: f64, of: fn(f64) -> f64| -> Vec<f32> {
                let each =
                    (0..columns).flat_map(|line| (0..kv_heads * pairs).map(move |at| (line, at)));
                each.map(|(line, at)| of(angle(line, at, unit)) as f32).collect()
            };
            let (column, row) = (0.125, 0.0625);
            let rotation = Rotation {
                heads,
                kv_heads,
                pairs,
                column_cos: &table(column, f64::cos),
                column_sin: &table(column, f64::sin),
                row_cos: &table(row, f64::cos),
                row_sin: &table(row, f64::sin),
            };
            let stride = 2 * pairs * (heads + kv_heads) + 3;
            let x = numbers(points * stride, 19);
            let mut turned = x.clone();
            // In two parts, as threads do.
            let (first, second) = turned.split_at_mut(10 * stride);
            kernels.turn(&rotation, (0, 10, columns), first, stride);
            kernels.turn(&rotation, (10, 11, columns), second, stride);
            for point in 0..points {
                for (head, pair) in
                    (0..heads + kv_heads).flat_map(|h| (0..pairs).map(move |p| (h, p)))
                {
                    let kv = if head < heads { head / (heads / kv_heads) } else { head - heads };
                    let at = kv * pairs + pair;
                    let sum = angle(point % columns, at, column) + angle(point / columns, at, row);
                    let from = point * stride + head * 2 * pairs + pair;
                    let (a, b) = (f64::from(x[from]), f64::from(x[from + pairs]));
                    close("first", turned[from], a * sum.cos() - b * sum.sin(), 1e-5);
                    close("second", turned[from + pairs], a * sum.sin() + b * sum.cos(), 1e-5);
                }
                let rest = (point * stride + stride - 3)..(point + 1) * stride;
                assert_eq!(turned[rest.clone()], x[rest], "what is no query or key");
            }
        }
    });
}
