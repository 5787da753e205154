//! What the search maximises: winning, and a little of the score.
//!
//! Source: Wu (2019), section on score maximisation; the constants are those of section 4.4 of the network format.

use std::f32::consts::FRAC_2_PI;

use nn::Evaluation;

use super::params::Params;

/// Half width and step of the sum that stands for the mean over a normal distribution, in standard deviations.
const STEPS: i16 = 12;
const STEP: f32 = 0.3;

/// Width of the static curve, in square roots of the area.
const STATIC_SCALE: f32 = 2.0;

/// Turns results and scores into utility, from Black's view, for one board and one expected score.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    win_loss: f32,
    no_result: f32,
    draw: f32,
    statically: Curve,
    dynamically: Curve,
    /// Weight of each step of the sum over a normal distribution.
    normal: [f32; 2 * STEPS as usize + 1],
    coeff: f32,
    exponent: f32,
    max_weight: f32,
    use_uncertainty: bool,
}

/// `factor · 2/π · atan((score − center) / width)`.
#[derive(Clone, Copy, Debug)]
struct Curve {
    factor: f32,
    center: f32,
    width: f32,
}

impl Scale {
    /// For a board of `area` points where `expected` is Black's expected score at the root.
    #[expect(clippy::cast_precision_loss, reason = "at most 361")]
    pub(crate) fn new(params: &Params, area: usize, expected: f32) -> Scale {
        let side = (area as f32).sqrt();
        let reach = side * params.dynamic_center_scale;
        let center = expected * (1.0 - params.dynamic_center_zero_weight);
        let center = center.clamp(expected - reach, expected + reach);
        let mut normal = [0.0; 2 * STEPS as usize + 1];
        for (weight, step) in normal.iter_mut().zip(-STEPS..) {
            let z = f32::from(step) * STEP;
            *weight = (-0.5 * z * z).exp();
        }
        let sum: f32 = normal.iter().sum();
        normal.iter_mut().for_each(|weight| *weight /= sum);
        Scale {
            win_loss: params.win_loss_utility,
            no_result: -params.no_result_utility_for_white,
            draw: 1.0 - 2.0 * params.draw_equivalent_wins_for_white,
            statically: Curve {
                factor: params.static_score_utility,
                center: 0.0,
                width: STATIC_SCALE * side,
            },
            dynamically: Curve {
                factor: params.dynamic_score_utility,
                center,
                width: reach.max(1e-3),
            },
            normal,
            coeff: params.uncertainty_coeff,
            exponent: params.uncertainty_exponent,
            max_weight: params.uncertainty_max_weight,
            use_uncertainty: params.use_uncertainty,
        }
    }

    /// The greatest utility there is.
    pub(crate) fn radius(&self) -> f32 {
        self.win_loss + self.statically.factor + self.dynamically.factor
    }

    /// Win less loss of a finished game with this score.
    pub(crate) fn result(&self, score: f32) -> f32 {
        if score > 0.0 {
            1.0
        } else if score < 0.0 {
            -1.0
        } else {
            self.draw
        }
    }

    /// Utility of a result and a score.
    pub(crate) fn utility(&self, win_loss: f32, no_result: f32, mean: f32, stdev: f32) -> f32 {
        self.win_loss * win_loss + self.no_result * no_result + self.of_score(mean, stdev)
    }

    /// The part of the score.
    pub(crate) fn of_score(&self, mean: f32, stdev: f32) -> f32 {
        self.mean_of(self.statically, mean, stdev) + self.mean_of(self.dynamically, mean, stdev)
    }

    fn mean_of(&self, curve: Curve, mean: f32, stdev: f32) -> f32 {
        let (x, s) = ((mean - curve.center) / curve.width, stdev / curve.width);
        if s < 1e-3 {
            return curve.factor * FRAC_2_PI * x.atan();
        }
        let steps = self.normal.iter().zip(-STEPS..);
        let sum: f32 =
            steps.map(|(weight, step)| weight * (x + s * STEP * f32::from(step)).atan()).sum();
        curve.factor * FRAC_2_PI * sum
    }

    /// How much utility a point more is worth at this score.
    fn slope(&self, mean: f32, stdev: f32) -> f32 {
        [self.statically, self.dynamically]
            .iter()
            .map(|curve| {
                let (x, s) = ((mean - curve.center) / curve.width, stdev / curve.width);
                let steps = self.normal.iter().zip(-STEPS..);
                let sum: f32 = steps
                    .map(|(weight, step)| {
                        let at = x + s * STEP * f32::from(step);
                        weight / (1.0 + at * at)
                    })
                    .sum();
                curve.factor * FRAC_2_PI * sum / curve.width
            })
            .sum()
    }

    /// Weight of an evaluation: the surer, the more; 1 where the network does not say.
    pub(crate) fn weight(&self, evaluation: &Evaluation) -> f32 {
        let (true, Some(value), Some(score)) =
            (self.use_uncertainty, evaluation.win_loss_error, evaluation.score_error)
        else {
            return 1.0;
        };
        let slope = self.slope(evaluation.score_mean, evaluation.score_stdev);
        let error = (self.win_loss * value + slope * score).max(0.0);
        let error = if self.exponent == 1.0 { error } else { error.powf(self.exponent) };
        self.coeff / (error + self.coeff / self.max_weight)
    }

    /// Weight of a finished game; `sure` when the network says how sure it is.
    pub(crate) fn final_weight(&self, sure: bool) -> f32 {
        if self.use_uncertainty && sure { self.max_weight } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(expected: f32) -> Scale {
        Scale::new(&Params::for_play(), 361, expected)
    }

    #[test]
    fn utility_is_odd_and_rises_with_the_score() {
        let scale = scale(0.0);
        for score in [0.5, 3.0, 20.0, 150.0] {
            for stdev in [0.0, 5.0, 30.0] {
                let (plus, minus) = (scale.of_score(score, stdev), scale.of_score(-score, stdev));
                assert!((plus + minus).abs() < 1e-5);
                assert!(plus > 0.0 && plus < 0.4);
                assert!(scale.of_score(score + 1.0, stdev) > plus);
            }
        }
        assert!((scale.utility(1.0, 0.0, 1e6, 0.0) - scale.radius()).abs() < 1e-3);
    }

    #[test]
    fn the_sum_is_the_mean_over_a_normal_distribution() {
        // Against a fine numerical integration.
        let scale = scale(7.0);
        for (mean, stdev) in [(0.0f64, 10.0f64), (12.5, 3.0), (-40.0, 60.0)] {
            let curve = |score: f64, center: f64, width: f64| {
                std::f64::consts::FRAC_2_PI * ((score - center) / width).atan()
            };
            let (mut sum, mut total) = (0.0, 0.0);
            for step in -8000..=8000 {
                let z = f64::from(step) / 1000.0;
                let weight = (-0.5 * z * z).exp();
                let score = mean + stdev * z;
                sum += weight
                    * (0.1 * curve(score, 0.0, 2.0 * 19.0) + 0.3 * curve(score, 5.6, 0.75 * 19.0));
                total += weight;
            }
            let got = f64::from(scale.of_score(mean as f32, stdev as f32));
            assert!((got - sum / total).abs() < 1e-3, "{mean} {stdev}: {got} {}", sum / total);
        }
    }

    #[test]
    fn surer_evaluations_weigh_more() {
        let scale = scale(0.0);
        let size = board::BoardSize::square(9).unwrap();
        let rules = rules::Ruleset::chinese();
        let state = rules::GameState::new(rules::Start::even(rules, size));
        let mut evaluation = crate::net::evaluator::neutral(&nn::Game::from_state(&state));
        assert_eq!(scale.weight(&evaluation), 1.0);
        evaluation.score_error = Some(1.0);
        let mut last = 9.0;
        for error in [0.0, 0.05, 0.2, 1.0] {
            evaluation.win_loss_error = Some(error);
            let weight = scale.weight(&evaluation);
            assert!(weight < last && weight > 0.1);
            last = weight;
        }
    }
}
