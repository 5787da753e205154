// The lessons in their order, with a tick at those that are done; on narrow pages behind a button.

import { useEffect, useRef, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { t } from "../i18n";
import { Icon } from "../ui/Icon";
import { Sheet } from "../ui/Sheet";
import { FIRST_GAME, lessons, parts } from "./lessons";
import { isDone } from "./progress";
import { plain } from "./words";

type Props = { open: string; onChoose?: () => void };

export function LessonList({ open, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("li:has([aria-current])")?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return (
    <div class="learn-list" ref={list}>
      {parts.map(part => (
        <section key={part.id} aria-labelledby={`learn-${part.id}`}>
          <h2 id={`learn-${part.id}`}>{plain(part.title)}</h2>
          <ol>
            {part.lessons.map(lesson => (
              <Item
                key={lesson.id}
                id={lesson.id}
                number={lessons.indexOf(lesson) + 1}
                title={plain(lesson.title)}
                done={isDone(lesson)}
                open={open}
                onChoose={onChoose}
              />
            ))}
          </ol>
        </section>
      ))}
      <ol>
        <Item
          id={FIRST_GAME}
          number={lessons.length + 1}
          title={t("learn.first.title")}
          done={false}
          open={open}
          onChoose={onChoose}
        />
      </ol>
    </div>
  );
}

type ItemProps = Props & { id: string; number: number; title: string; done: boolean };

function Item({ id, number, title, done, open, onChoose }: ItemProps) {
  return (
    <li>
      <Link href={`/learn/${id}`} aria-current={id === open ? "page" : undefined} onClick={onChoose}>
        <span class="num">{number}</span>
        <span>{title}</span>
        {done && (
          <>
            <Icon name="check" />
            <span class="vh">{t("learn.done")}</span>
          </>
        )}
      </Link>
    </li>
  );
}

/** The list behind a button, for pages that are too narrow for it. */
export function CourseSheet({ open }: { open: string }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" class="btn quiet learn-menu" onClick={() => setShown(true)}>
        <Icon name="book" />
        {t("learn.openCourse")}
      </button>
      {shown && (
        <Sheet title={t("learn.title")} onClose={() => setShown(false)}>
          <nav aria-label={t("learn.course")}>
            <LessonList open={open} onChoose={() => setShown(false)} />
          </nav>
        </Sheet>
      )}
    </>
  );
}
