//! Answers against what is expected of them.

use std::fmt;

use anyhow::{Context, Result, bail, ensure};
use nn::{Evaluation, RawOutputs};
use serde_json::Value;

use super::position::{numbers, single};
use crate::vectors::fields::field;

/// The largest differences of one network.
#[derive(Default)]
pub(super) struct Worst {
    pub(super) positions: usize,
    policy: f32,
    value: f32,
    misc: f32,
    ownership: f32,
    probabilities: f32,
    points: f32,
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions; largest differences: policy logits {:.1e}, value logits {:.1e}, scores {:.1e}, ownership {:.1e}; \
             after processing: probabilities {:.1e}, points {:.1e}",
            self.positions,
            self.policy,
            self.value,
            self.misc,
            self.ownership,
            self.probabilities,
            self.points
        )
    }
}

/// What a number may differ by: 0.001 and 0.0001 of its size.
fn compare(what: &str, found: &[f32], expected: &[f32], worst: &mut f32) -> Result<()> {
    ensure!(
        found.len() == expected.len(),
        "{what}: {} numbers, expected {}",
        found.len(),
        expected.len()
    );
    for (index, (&found, &expected)) in found.iter().zip(expected).enumerate() {
        let difference = (found - expected).abs();
        *worst = worst.max(difference);
        // A number that is none is wrong as well.
        let within = difference <= 1e-3 + 1e-4 * expected.abs();
        ensure!(within, "{what} {index}: found {found}, expected {expected}");
    }
    Ok(())
}

/// The outputs before post-processing.
pub(super) fn raw(found: &RawOutputs, line: &Value, worst: &mut Worst) -> Result<()> {
    let list = |name| numbers(field(line, name)?).with_context(|| format!("in `{name}`"));
    let with_pass = |points, pass| {
        let mut policy = list(points)?;
        policy.push(number(line, pass)?);
        anyhow::Ok(policy)
    };
    let normal = with_pass("policyLogits", "passLogit")?;
    compare("policy", &found.policy, &normal, &mut worst.policy)?;
    if line.get("policyOptimisticLogits").is_some() {
        let optimistic = with_pass("policyOptimisticLogits", "passOptimisticLogit")?;
        compare("optimistic policy", &found.optimistic, &optimistic, &mut worst.policy)?;
    } else {
        ensure!(found.optimistic.is_empty(), "there is no optimistic policy");
    }
    compare("value", &found.value, &list("valueLogits")?, &mut worst.value)?;
    compare("misc", &found.misc, &list("misc")?, &mut worst.misc)?;
    compare("ownership", &found.ownership, &list("ownershipPreTanh")?, &mut worst.ownership)
}

/// What KataGo makes of the outputs, from White's view; names that a line has not are not compared.
pub(super) fn reported(found: &Evaluation, line: &Value, worst: &mut Worst) -> Result<()> {
    let squares = found.score_mean * found.score_mean + found.score_stdev * found.score_stdev;
    let known = |value: Option<f32>| value.unwrap_or(-1.0);
    for (name, found) in [
        ("whiteWin", found.loss),
        ("whiteLoss", found.win),
        ("noResult", found.no_result),
        ("shorttermWinlossError", known(found.win_loss_error)),
    ] {
        compare(name, &[found], &[number(line, name)?], &mut worst.probabilities)?;
    }
    let mut seen = 0;
    for (name, found) in [
        ("whiteLead", -found.lead),
        ("whiteScoreMean", -found.score_mean),
        ("whiteScoreSelfplay", -found.score_mean),
        ("whiteScoreMeanSq", squares),
        ("whiteScoreSelfplaySq", squares),
        ("varTimeLeft", known(found.variance_time)),
        ("shorttermScoreError", known(found.score_error)),
    ] {
        if line.get(name).is_some() {
            seen += 1;
            // Squares of scores are no points; they are held to the tolerance all the same.
            let mut squares = 0.0;
            let worst = if name.ends_with("Sq") { &mut squares } else { &mut worst.points };
            compare(name, &[found], &[number(line, name)?], worst)?;
        }
    }
    ensure!(seen == 5, "{seen} of 5 scores are there");
    let mut policy = cells(field(line, "policy")?)?;
    policy.push(number(line, "policyPass")?);
    for (index, (&found, &expected)) in found.policy.iter().zip(&policy).enumerate() {
        ensure!(
            (found < 0.0) == (expected < 0.0),
            "move {index}: found {found}, expected {expected}"
        );
    }
    compare("policy", &found.policy, &policy, &mut worst.probabilities)?;
    let ownership: Vec<f32> = found.ownership.iter().map(|owner| -owner).collect();
    let expected = cells(field(line, "whiteOwnership")?)?;
    compare("ownership", &ownership, &expected, &mut worst.probabilities)
}

fn number(line: &Value, name: &str) -> Result<f32> {
    let number = field(line, name)?.as_f64();
    number.map(single).with_context(|| format!("`{name}` is not a number"))
}

/// A number for each point, in one list or in one for each row; what is not there (an illegal move) is −1.
fn cells(value: &Value) -> Result<Vec<f32>> {
    let mut cells = Vec::new();
    for item in value.as_array().context("not a list")? {
        match item {
            Value::Array(_) => cells.extend(self::cells(item)?),
            Value::Null => cells.push(-1.0),
            other => match other.as_f64() {
                Some(number) => cells.push(single(number)),
                None => bail!("{other} is not a number"),
            },
        }
    }
    Ok(cells)
}
