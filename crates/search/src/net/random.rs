//! Draws from distributions.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// Uniform, above 0 and at most 1.
#[expect(clippy::cast_precision_loss, reason = "53 bits")]
pub(crate) fn uniform(random: &mut Xoshiro256PlusPlus) -> f64 {
    ((random.next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64
}

/// Normal, with mean 0 and deviation 1. Source: Box and Muller (1958).
pub(crate) fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
    let radius = (-2.0 * uniform(random).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(random)).cos()
}

/// Nothing in half of the draws, else the size of a normal variable: which moves get a chance, and how much of one.
pub(crate) fn tries(random: &mut Xoshiro256PlusPlus) -> f64 {
    if random.next_u64() >> 63 == 0 { 0.0 } else { normal(random).abs() }
}

/// Gamma with this shape and scale 1. Source: Marsaglia and Tsang (2000).
pub(crate) fn gamma(random: &mut Xoshiro256PlusPlus, shape: f64) -> f64 {
    if shape < 1.0 {
        return gamma(random, shape + 1.0) * uniform(random).powf(1.0 / shape.max(1e-9));
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(random);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && uniform(random).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    fn moments(draw: impl Fn(&mut Xoshiro256PlusPlus) -> f64) -> (f64, f64) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let draws: Vec<f64> = (0..20_000).map(|_| draw(&mut random)).collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        (mean, draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 20_000.0)
    }

    #[test]
    fn means_and_variances_are_right() {
        for shape in [0.03, 0.5, 3.0] {
            let (mean, variance) = moments(|random| gamma(random, shape));
            assert!((mean / shape - 1.0).abs() < 0.2, "{shape}: {mean}");
            assert!((variance / shape - 1.0).abs() < 0.3, "{shape}: {variance}");
        }
        let (mean, variance) = moments(normal);
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05);
    }
}
