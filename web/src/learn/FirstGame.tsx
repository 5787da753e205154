// After the lessons: the first game, against the easiest computer.

import { useEffect, useRef } from "preact/hooks";
import { Link } from "wouter-preact";
import { BoardView } from "../board/BoardView";
import { square } from "../board/points";
import { Position } from "../board/position";
import { t } from "../i18n";
import { Icon } from "../ui/Icon";
import { lessons } from "./lessons";
import { isDone } from "./progress";

const EMPTY = Position.empty(square(9));

export function FirstGame() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const left = lessons.filter(lesson => !isDone(lesson)).length;
  return (
    <>
      <div class="learn-head bare">
        <h1 class="title" ref={heading} tabIndex={-1}>
          {t("learn.first.title")}
        </h1>
        <p class="learn-says">{t("learn.first.says")}</p>
      </div>
      <div class="learn-boardbox">
        <BoardView
          class="learn-board"
          fit="both"
          size={EMPTY.size}
          stones={EMPTY.stones}
          label={t("board.name", { n: 9 })}
        />
      </div>
      <div class="learn-do">
        <p class="learn-note plain">
          <Icon name={left > 0 ? "book" : "check"} />
          <span>{left > 0 ? t("learn.first.left", { n: left }) : t("learn.first.all")}</span>
        </p>
        <div class="learn-foot">
          <div class="learn-acts">
            <Link class="btn" href="/new?with=friend&size=9">
              {t("learn.first.friend")}
            </Link>
            <Link class="btn primary" href="/new?with=engine&size=9&level=1">
              {t("learn.first.start")}
            </Link>
          </div>
        </div>
      </div>
    </>
  );
}
