//! Work split over threads: parts of a batch, rows of features.

use super::workspace::{Local, Part};

/// Each part of the memory with its share of a group.
pub(super) fn each(
    parts: &mut [Part],
    group: &[usize],
    share: usize,
    f: &(impl Fn(&[usize], &mut Part) + Sync),
) {
    match parts {
        [] => {}
        [part] => f(group, part),
        parts => {
            let (left, right) = parts.split_at_mut(parts.len() / 2);
            let (first, rest) = group.split_at((left.len() * share).min(group.len()));
            rayon::join(|| each(left, first, share, f), || each(right, rest, share, f));
        }
    }
}

/// Rows that belong together in N arrays, and the numbers of a row in each.
pub(super) type Rows<'a, const N: usize> = [(&'a mut [f32], usize); N];

/// Calls `f` with the number of the first row, how many there are, the rows and memory of the thread, for rows `first` …
/// `first + count` split over as many threads as there is memory for.
pub(super) fn rows<const N: usize>(
    locals: &mut [Local],
    first: usize,
    count: usize,
    rows: Rows<'_, N>,
    f: &(impl Fn(usize, usize, [&mut [f32]; N], &mut Local) + Sync),
) {
    match locals {
        [] => {}
        [local] => f(first, count, rows.map(|(numbers, _)| numbers), local),
        locals => {
            let threads = locals.len();
            let (left, right) = locals.split_at_mut(threads / 2);
            let half = count * left.len() / threads;
            let mut rest: Rows<'_, N> = std::array::from_fn(|_| (Default::default(), 0));
            let mut at = 0;
            let start = rows.map(|(numbers, width)| {
                let (start, end) = numbers.split_at_mut(half * width);
                rest[at] = (end, width);
                at += 1;
                (start, width)
            });
            rayon::join(
                || self::rows(left, first, half, start, f),
                || self::rows(right, first + half, count - half, rest, f),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_given_once() {
        for threads in 1..6 {
            let mut locals: Vec<Local> = (0..threads).map(|_| Local::default()).collect();
            let (mut a, mut b) = (vec![0.0; 7 * 2], vec![0.0; 7 * 3]);
            rows(&mut locals, 10, 7, [(&mut a, 2), (&mut b, 3)], &|first, count, [a, b], _| {
                assert_eq!((a.len(), b.len()), (count * 2, count * 3));
                a.iter_mut().enumerate().for_each(|(i, a)| *a += (first + i / 2) as f32);
                b.iter_mut().enumerate().for_each(|(i, b)| *b += (first + i / 3) as f32);
            });
            assert!(a.iter().enumerate().all(|(i, &a)| a == (10 + i / 2) as f32));
            assert!(b.iter().enumerate().all(|(i, &b)| b == (10 + i / 3) as f32));
        }
    }
}
