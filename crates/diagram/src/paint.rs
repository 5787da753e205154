//! Gradients of wood, stones and shadows, and the grain of the shell.

use std::fmt::Write as _;

use crate::text::Px;

/// The base of the wood: two tones across the board.
pub(crate) fn wood(id: &str, first: &str, second: &str, (width, height): (f64, f64)) -> String {
    format!(
        "<linearGradient id=\"{id}-wood\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" y1=\"0\" x2=\"{}\" y2=\"{}\">\
         <stop offset=\"0\" stop-color=\"{first}\"/><stop offset=\".55\" stop-color=\"{second}\"/>\
         <stop offset=\"1\" stop-color=\"{first}\"/></linearGradient>",
        Px(width),
        Px(height * 0.14)
    )
}

/// Two sets of repeating bands, a narrow and a wide one, slightly turned against each other.
pub(crate) fn grain_bands(id: &str, color: &str, opacity: f64) -> String {
    let bands =
        [("grain1", 17.0, 0.09, [6.0, 9.0, 12.0]), ("grain2", 53.0, -0.19, [14.0, 26.0, 37.0])];
    let mut out = String::new();
    for (name, period, tilt, stops) in bands {
        let _ = write!(
            out,
            "<linearGradient id=\"{id}-{name}\" gradientUnits=\"userSpaceOnUse\" spreadMethod=\"repeat\" \
             x1=\"0\" y1=\"0\" x2=\"{}\" y2=\"{}\">",
            Px(period),
            Px(tilt)
        );
        let none = 0.0;
        for (at, opacity) in
            [(0.0, none), (stops[0], none), (stops[1], opacity), (stops[2], none), (period, none)]
        {
            let _ = write!(
                out,
                "<stop offset=\"{:.3}\" stop-color=\"{color}\" stop-opacity=\"{opacity}\"/>",
                at / period
            );
        }
        out += "</linearGradient>";
    }
    out
}

/// A stone's shading.
pub(crate) fn sphere(
    id: &str,
    (x, y, radius): (f64, f64, f64),
    offsets: [f64; 4],
    colors: [&str; 4],
) -> String {
    let mut out = format!("<radialGradient id=\"{id}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\">");
    for (offset, color) in offsets.into_iter().zip(colors) {
        let _ = write!(out, "<stop offset=\"{offset}\" stop-color=\"{color}\"/>");
    }
    out + "</radialGradient>"
}

/// Four arcs across a white stone, each from its left end over a middle to its right end, in radii.
const SHELL_ARCS: [[(f64, f64); 3]; 4] = [
    [(-0.78, -0.42), (0.0, -0.72), (0.76, -0.46)],
    [(-0.9, -0.1), (0.0, -0.42), (0.9, -0.14)],
    [(-0.9, 0.22), (0.0, -0.1), (0.9, 0.18)],
    [(-0.74, 0.55), (0.0, 0.24), (0.76, 0.5)],
];

pub(crate) fn shell(id: &str, color: &str, radius: f64) -> String {
    let pair = |(x, y): (f64, f64)| format!("{} {}", Px(x * radius), Px(y * radius));
    let arcs: String = SHELL_ARCS
        .iter()
        .map(|[start, over, end]| format!("M{}Q{} {}", pair(*start), pair(*over), pair(*end)))
        .collect();
    format!(
        "<path id=\"{id}-shell\" d=\"{arcs}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" opacity=\".34\"/>",
        Px(radius * 0.035)
    )
}
