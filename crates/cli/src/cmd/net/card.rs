//! The card of the network in the program: where it comes from and how good it is.

use rules::Lang;
use serde::{Deserialize, Serialize};

use crate::lang::tr;

/// What `crates/nn/nets/default.toml` holds.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Card {
    pub(super) licence: String,
    about: Words,
    data: Words,
    teachers: Words,
    training: Words,
    remake: Words,
    validation: Vec<Validation>,
    #[serde(rename = "match", default)]
    matches: Vec<Match>,
}

/// A text in both languages.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Words {
    zh: String,
    en: String,
}

/// Agreement with a teacher on positions of one board size.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Validation {
    lines: u8,
    positions: u32,
    /// Of the first move, in percent.
    top1: f64,
    /// Of the policy, in nats.
    kl: f64,
    /// Mean differences: of the win rate, of the lead in points, of a point's owner.
    win: f64,
    lead: f64,
    ownership: f64,
}

/// How it did against somebody.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Match {
    against: Words,
    setting: Words,
    wins: u32,
    losses: u32,
    #[serde(default)]
    draws: u32,
}

impl Words {
    fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Zh => &self.zh,
            Lang::En => &self.en,
        }
    }
}

impl Card {
    /// That of the network in the program.
    pub(super) fn of_default() -> Result<Card, toml::de::Error> {
        toml::from_str(nn::DEFAULT_CARD)
    }

    /// The lines after those that every network has.
    pub(super) fn text(&self, lang: Lang) -> String {
        let [about, data, teachers, training, remake] =
            [&self.about, &self.data, &self.teachers, &self.training, &self.remake]
                .map(|words| words.get(lang));
        let licence = &self.licence;
        let mut text = tr!(
            lang,
            "许可      {licence}\n说明      {about}\n数据      {data}\n老师      {teachers}\n训练      {training}\n重做      {remake}\n",
            "licence     {licence}\nabout       {about}\ndata        {data}\nteachers    {teachers}\ntraining    {training}\nto remake   {remake}\n"
        );
        text.push_str(&tr!(
            lang,
            "验证      未用于训练的对局中的局面，与老师相比：首选一致、策略 KL、胜率差、领先差、归属差\n",
            "validation  positions of games not trained on, against the teacher: first move, KL of the policy, win rate, lead, ownership\n"
        ));
        for one in &self.validation {
            let Validation { lines, positions, top1, kl, win, lead, ownership } = one;
            text.push_str(&tr!(
                lang,
                "  {lines:>2} 路  {positions:>5} 局面  {top1:.1} %  {kl:.3}  {win:.3}  {lead:.2}  {ownership:.3}\n",
                "  {lines:>2}×{lines:<2}  {positions:>5} positions  {top1:.1} %  {kl:.3}  {win:.3}  {lead:.2}  {ownership:.3}\n"
            ));
        }
        for one in &self.matches {
            let (against, setting) = (one.against.get(lang), one.setting.get(lang));
            let (wins, losses) = (one.wins, one.losses);
            let drawn = match one.draws {
                0 => String::new(),
                draws => tr!(lang, "，和 {draws}", ", {draws} drawn"),
            };
            text.push_str(&tr!(
                lang,
                "对局      {setting}，对 {against}：{wins} 胜 {losses} 负{drawn}\n",
                "match       {setting}, against {against}: {wins} won, {losses} lost{drawn}\n"
            ));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_says_everything_in_both_languages() {
        let card = Card::of_default().unwrap();
        assert_eq!(card.licence, "MIT OR Apache-2.0");
        let texts = [&card.about, &card.data, &card.teachers, &card.training, &card.remake];
        let matches = card.matches.iter().flat_map(|one| [&one.against, &one.setting]);
        let chinese = |text: &str| text.chars().any(|c| ('一'..='鿿').contains(&c));
        for words in texts.into_iter().chain(matches) {
            assert!(chinese(&words.zh) && !chinese(&words.en) && words.en.len() > 3, "{words:?}");
        }
        for lines in [9, 13, 19] {
            let one = card.validation.iter().find(|one| one.lines == lines).unwrap();
            assert!(one.positions > 0 && (0.0..=100.0).contains(&one.top1) && one.kl > 0.0);
            assert!((0.0..=1.0).contains(&one.win) && (0.0..=2.0).contains(&one.ownership));
        }
        for lang in Lang::ALL {
            let text = card.text(lang);
            assert!(text.contains(card.about.get(lang)) && text.contains("19"), "{text}");
        }
    }
}
