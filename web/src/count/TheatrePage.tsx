// The counting theatre at /g/:id/count and /records/:id/count: 数子 or 数目 step by step, fit for a projector.

import "./count.css";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Judgement } from "../api/types";
import { BoardView } from "../board/BoardView";
import { lang, t } from "../i18n";
import { Bars } from "../ui/Bars";
import { polite } from "../ui/live";
import { Menu, type MenuItem } from "../ui/Menu";
import { useTitle } from "../ui/Page";
import { toast } from "../ui/Toast";
import { useAsync } from "../ui/useAsync";
import { areaSteps } from "./area";
import { Failure } from "./Failure";
import { Flights } from "./Flights";
import { colorName } from "./figures";
import { finalOf } from "./final";
import { Head, notesOf } from "./Head";
import { keyDeed } from "./keys";
import { Panel } from "./Panel";
import { SPEEDS, type Speed, usePicture, usePlaying } from "./player";
import { type Settings, useSettings } from "./settings";
import { judge, pathTo, type Source, useSource } from "./source";
import type { Step } from "./stage";
import { territorySteps } from "./territory";

export default function TheatrePage() {
  const source = useSource();
  const [{ rules }] = useSettings();
  const load = () => judge(source, rules);
  const { data, error, slow, reload } = useAsync(load, [
    source.kind,
    source.id,
    source.move,
    source.key,
    rules,
  ]);
  if (data && !error) return <Theatre key={data.count.rules.id} judged={data} source={source} />;
  const back = pathTo(source, "");
  const backText = t(source.kind === "game" ? "count.back" : "count.backRecord");
  return (
    <div class="ct-page">
      <Head title={t("count.title.area")} back={back} backText={backText} />
      <main id="main" class="ct-main" tabIndex={-1}>
        <div class="ct-board">
          <BoardView
            size={EMPTY}
            stones={NOTHING}
            label={t("common.loading")}
            coordinates="none"
            fit="both"
          />
        </div>
        <div class="ct-panel">
          {error ? <Failure error={error} source={source} retry={reload} /> : slow && <Bars lines={4} />}
        </div>
      </main>
    </div>
  );
}

const EMPTY = { cols: 19, rows: 19 };
const NOTHING = new Array<null>(361).fill(null);

/** The steps of a count; anew when the language changes, since they carry words. */
function useSteps(judged: Judgement, side: "black" | "white", tally: boolean): Step[] {
  const final = useMemo(() => finalOf(judged), [judged]);
  return useMemo(() => {
    const territory = judged.count.rules.scoring === "territory";
    return territory ? territorySteps(judged, final, tally) : areaSteps(judged, final, side);
  }, [judged, final, side, tally, lang.value]);
}

function Theatre({ judged, source }: { judged: Judgement; source: Source }) {
  const [settings, change, hrefOf] = useSettings();
  const { side, tally, rules } = settings;
  const steps = useSteps(judged, side, tally);
  const at = Math.min(settings.step, steps.length);
  const step = steps[at - 1]!;
  const [playing, play] = useState(false);
  const [speed, setSpeed] = useState<Speed>("normal");
  const key = `${step.id} ${side} ${tally} ${rules}`;
  const picture = step.pictures[usePicture(step, at, key, settings.fresh)]!;
  const go = (to: number) => {
    const next = Math.min(Math.max(1, to), steps.length);
    if (next === steps.length) play(false);
    if (next !== at) change({ step: next });
  };
  const toggle = () => {
    if (!playing && at === steps.length) change({ step: 1 });
    play(!playing);
  };
  usePlaying(playing, step, speed, key, () => go(at + 1));
  useKeys({ go, toggle, at, last: steps.length });

  const title = t(`count.title.${titleOf(judged)}`);
  const name = t(`count.heading.${step.id}`);
  useTitle(t("count.pageTitle", { how: title, n: judged.moves }));
  useEffect(() => {
    polite(t("count.stepOf", { n: at, all: steps.length, name, sentence: step.sentence }));
  }, [key, at, name, step.sentence]);
  const label = t("count.board", { cols: judged.cols, rows: judged.rows, step: name });
  const { ms: _, flights, ...marks } = picture;

  return (
    <div class="ct-page">
      <a class="skip" href="#main">
        {t("app.skip")}
      </a>
      <Head
        title={title}
        back={pathTo(source, "")}
        backText={t(source.kind === "game" ? "count.back" : "count.backRecord")}
        judged={judged}
      >
        <Menu items={menuItems({ judged, speed, setSpeed, settings, change })} />
      </Head>
      <main id="main" class="ct-main" tabIndex={-1}>
        <div class="ct-board">
          <BoardView
            size={{ cols: judged.cols, rows: judged.rows }}
            {...marks}
            label={label}
            coordinates="none"
            fit="both"
          />
        </div>
        <Flights key={key} flights={flights} />
        <Panel
          steps={steps}
          at={at}
          hrefOf={n => hrefOf({ step: n })}
          notes={notesOf(judged)}
          lab={pathTo(source, "/lab")}
          settings={settings}
          change={change}
          playing={playing}
          onPlay={toggle}
          go={go}
        />
      </main>
    </div>
  );
}

function titleOf(judged: Judgement): "area" | "stones" | "territory" {
  const { scoring } = judged.count.rules;
  return scoring === "territory" || scoring === "stones" ? scoring : "area";
}

function useKeys(deeds: { go: (to: number) => void; toggle: () => void; at: number; last: number }): void {
  const { go, toggle, at, last } = deeds;
  // Before the paint: a key pressed on seeing a step must not meet the listener of the step before.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const deed = keyDeed(event);
      if (!deed) return;
      event.preventDefault();
      if (deed === "toggle") toggle();
      else if (deed === "fullScreen") fullScreen();
      else go({ previous: at - 1, next: at + 1, first: 1, last }[deed]);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  });
}

function fullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => toast(t("count.menu.noFullScreen")));
}

type MenuState = {
  judged: Judgement;
  speed: Speed;
  setSpeed: (speed: Speed) => void;
  settings: Settings;
  change: ReturnType<typeof useSettings>[1];
};

function menuItems({ judged, speed, setSpeed, settings, change }: MenuState): (MenuItem | null)[] {
  const { side, tally, rules } = settings;
  const speeds = (Object.keys(SPEEDS) as Speed[]).map(one => ({
    text: t(`count.speed.${one}`),
    checked: one === speed,
    onSelect: () => setSpeed(one),
  }));
  const sides = (["black", "white"] as const).map(one => ({
    text: t("count.menu.side", { side: colorName(one) }),
    checked: one === side,
    onSelect: () => change({ side: one }),
  }));
  const prisoners = [
    { text: t("count.menu.tally"), checked: tally, onSelect: () => change({ tally: !tally }) },
  ];
  const own = judged.count.rules.scoring === "territory" ? prisoners : sides;
  const screen: MenuItem = { text: t("count.menu.fullScreen"), hint: "Shift F", onSelect: fullScreen };
  const back: MenuItem = { text: t("count.byOwn"), onSelect: () => change({ rules: null, step: 1 }) };
  return [...speeds, null, ...own, null, ...(rules ? [back] : []), screen];
}
