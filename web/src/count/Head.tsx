// The bar of the counting pages: back, what it is, which game, the menu.

import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import type { Judgement } from "../api/types";
import { say, t } from "../i18n";
import { Icon } from "../ui/Icon";
import { resultText } from "../ui/result";

export function Head({
  title,
  back,
  backText,
  judged,
  children,
}: {
  title: string;
  back: string;
  backText: string;
  judged?: Judgement;
  children?: ComponentChildren;
}) {
  return (
    <header class="ct-bar">
      <Link class="btn quiet icon" href={back} aria-label={backText}>
        <Icon name="back" />
      </Link>
      <h1>{title}</h1>
      <span class="muted sm ell grow">{judged && describe(judged)}</span>
      {children}
    </header>
  );
}

/** The rules of the count and the players. */
function describe(judged: Judgement) {
  const { black, white } = judged.players;
  const name = (text: string) => text || t("count.someone");
  const text = t("count.head", {
    rules: say(judged.count.rules.name),
    black: name(black),
    white: name(white),
  });
  const [rules, players] = text.split(" · ");
  return (
    <>
      {rules} <span class="sep">·</span> {players}
    </>
  );
}

/** What must be known about where the count is from. */
export function notesOf(judged: Judgement): string[] {
  const { marks, lab, count } = judged;
  const notes: string[] = [];
  const own = lab.find(row => row.own);
  if (own && own.rules.id !== count.rules.id) {
    notes.push(t("count.byRules", { rules: say(count.rules.name), own: say(own.rules.name) }));
  }
  if (judged.illegal) notes.push(t("count.illegal", { why: say(judged.illegal) }));
  if (marks.from === "analysis") {
    const result = resultText(judged.result, { ruleset: own?.rules.id });
    notes.push(result ? t("count.proposal", { result }) : t("count.proposalOpen"));
  }
  if (marks.from === "players" && !judged.decided) notes.push(t("count.notAgreed"));
  if (marks.unsettled.length > 0) notes.push(t("count.unsettled", { n: marks.unsettled.length }));
  return notes;
}
