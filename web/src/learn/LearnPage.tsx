// The introduction for someone who has never played: the lessons beside the one that is open.

import "./learn.css";
import { useEffect, useState } from "preact/hooks";
import { Redirect, useLocation, useParams } from "wouter-preact";
import { t } from "../i18n";
import NothingHere from "../ui/NothingHere";
import { Page } from "../ui/Page";
import { storageWorks } from "../ui/prefs";
import { Exercise } from "./Exercise";
import { FirstGame } from "./FirstGame";
import { CourseSheet, LessonList } from "./LessonList";
import { FIRST_GAME, lessonOf } from "./lessons";
import type { Lesson } from "./lessons/types";
import { lessonAfter, lessonToOpen, markOpened, taskToOpen } from "./progress";
import { plain } from "./words";

export default function LearnPage() {
  const { lesson: id } = useParams<{ lesson?: string }>();
  if (id === undefined) return <Redirect to={`/learn/${lessonToOpen()}`} replace />;
  const lesson = lessonOf(id);
  if (!lesson && id !== FIRST_GAME) return <NothingHere />;
  return (
    <Page title={lesson ? plain(lesson.title) : t("learn.first.title")} class="learn">
      <nav class="learn-toc" aria-label={t("learn.course")}>
        <LessonList open={id} />
      </nav>
      {lesson ? <LessonView key={id} lesson={lesson} /> : <FirstGame />}
      <CourseSheet open={id} />
      {!storageWorks.value && <p class="learn-storage sm muted">{t("learn.storage")}</p>}
    </Page>
  );
}

function LessonView({ lesson }: { lesson: Lesson }) {
  const [task, setTask] = useState(() => taskToOpen(lesson));
  const [, navigate] = useLocation();
  useEffect(() => markOpened(lesson.id), [lesson]);

  const last = task === lesson.tasks.length - 1;
  const after = lessonAfter(lesson);
  const onNext = () => (last ? navigate(`/learn/${after}`) : setTask(task + 1));
  const label = !last ? t("learn.next") : after === FIRST_GAME ? t("learn.toGame") : t("learn.nextLesson");
  return <Exercise key={task} lesson={lesson} index={task} next={label} onNext={onNext} onTask={setTask} />;
}
