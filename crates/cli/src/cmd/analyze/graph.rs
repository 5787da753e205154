//! Curves on a terminal.

use anstyle::{AnsiColor, Style};

/// Columns at most.
const WIDTH: usize = 72;
/// Rows of the win rate.
const ROWS: usize = 8;
/// Rows of the lead, half of them above even.
const LEAD_ROWS: usize = 6;

const BLACK: Style = AnsiColor::BrightBlack.on_default();
const WHITE: Style = AnsiColor::White.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default();

/// Values in as many columns as there is room, the mean of those that share one.
fn columns(values: &[f32]) -> Vec<f32> {
    let count = values.len().min(WIDTH);
    let mean = |column: usize| {
        let (from, to) = (column * values.len() / count, (column + 1) * values.len() / count);
        let part = values.get(from..to.max(from + 1)).unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "a few values")]
        let mean = part.iter().sum::<f32>() / part.len().max(1) as f32;
        mean
    };
    (0..count).map(mean).collect()
}

/// How full a row is, in eighths, when a bar reaches `height` rows.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn eighths(height: f32, row: usize) -> usize {
    ((height - row as f32).clamp(0.0, 1.0) * 8.0).round() as usize
}

const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Black's win rate, 0 to 1, from below; White's from above.
#[expect(clippy::cast_precision_loss, reason = "a few rows")]
pub(super) fn win_rates(values: &[f32]) -> String {
    let columns = columns(values);
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let label = match row {
            row if row == ROWS - 1 => "100%",
            row if row == ROWS / 2 - 1 => " 50%",
            0 => "  0%",
            _ => "    ",
        };
        text += &format!("  {label} │");
        for value in &columns {
            let filled = eighths(value * ROWS as f32, row);
            let style = if *value >= 0.5 { BLACK } else { WHITE };
            let block = BLOCKS.get(filled).copied().unwrap_or(' ');
            text += &format!("{style}{block}{style:#}");
        }
        text.push('\n');
    }
    text
}

/// Black's lead in points: above the middle where Black is ahead, below where White is.
#[expect(clippy::cast_precision_loss, reason = "a few rows")]
pub(super) fn leads(values: &[f32]) -> String {
    let columns = columns(values);
    let most = columns.iter().fold(1.0f32, |most, value| most.max(value.abs()));
    let half = LEAD_ROWS / 2;
    let mut text = String::new();
    let label = |row: usize, sign: char| match row {
        row if row == half - 1 => format!("{sign}{most:<4.0}"),
        _ => "     ".to_owned(),
    };
    for row in (0..half).rev() {
        text += &format!(" {} │", label(row, '+'));
        for value in &columns {
            let filled = eighths(value / most * half as f32, row);
            let block = BLOCKS.get(filled).copied().unwrap_or(' ');
            text += &format!("{GREEN}{block}{GREEN:#}");
        }
        text.push('\n');
    }
    for row in 0..half {
        text += &format!(" {} │", label(row, '-'));
        for value in &columns {
            // There are no blocks that hang from above but these two.
            let block = match eighths(-value / most * half as f32, row) {
                0..=1 => ' ',
                2..=6 => '▀',
                _ => '█',
            };
            text += &format!("{RED}{block}{RED:#}");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_values_share_columns() {
        let values: Vec<f32> = (0u8..200).map(f32::from).collect();
        let found = columns(&values);
        assert_eq!(found.len(), WIDTH);
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(columns(&[1.0, 3.0]), [1.0, 3.0]);
        assert!(columns(&[]).is_empty());
    }

    #[test]
    fn a_graph_has_all_rows() {
        let text = anstream::adapter::strip_str(&win_rates(&[0.0, 0.5, 1.0])).to_string();
        assert_eq!(text.lines().count(), ROWS);
        assert!(text.starts_with("  100% │  █\n") && text.contains("   0% │ ██\n"), "{text}");
        let text = anstream::adapter::strip_str(&leads(&[6.0, -3.0, 0.0])).to_string();
        assert_eq!(text.lines().count(), LEAD_ROWS);
        assert!(text.contains("+6    │█"), "{text}");
    }
}
