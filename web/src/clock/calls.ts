// The calls of a game's clocks: spoken, as tones where there is no voice, or said by the screen reader.
//
//   const calls = createCaller({ now: serverNow, own: color => mine.has(color) });
//   calls.clock(view, controls)   with every new ClockView of the game
//   calls.frame(frame)            with every `call` frame
//   calls.stop()                  when the page goes
//
// The page keeps its own schedule and starts each call 80 ms early, for a voice needs that long to begin; a frame of the
// server about a call that was made already is passed over.

import type { CallFrame, ClockView, Color, ControlView } from "../api/types";
import { say, t } from "../i18n";
import { assertive } from "../ui/live";
import { prefs } from "../ui/prefs";
import { type Tone, tone } from "../ui/sound";
import { toast } from "../ui/Toast";
import { parseControl, SECOND } from "./control";
import { type Call, type Due, dueCalls } from "./schedule";
import type { Said } from "./shown";
import { hush, prepareSpeech, speak } from "./speech";
import { attentionAt } from "./time";
import { quantity } from "./words";

/** A call starts so long before its moment. */
const EARLY_MS = 80;
/** A frame belongs to a call of the own schedule when their moments are no further apart. */
const SAME_MS = 400;
/** Timers of browsers count no further than 25 days; a longer one would ring at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Calls further in the past than this are dropped: after sleep, nobody wants to hear them all. */
const LATE_MS = 700;

/** One thing for each side. */
type Both<T> = { black: T; white: T };

export type Caller = {
  clock(view: ClockView, controls: Both<ControlView>): void;
  frame(frame: CallFrame): void;
  stop(): void;
};

/** Callers differ in what they do with a call; the tests listen, the page speaks. */
export type Voice = {
  call(call: Call | { text: string; tone: Tone | null }): void;
  attention(): void;
  hush(): void;
};

export function createCaller({
  now,
  own,
  voice = pageVoice,
}: {
  now: () => number;
  /** Whose calls are made: the reader's own by default. */
  own: (color: Color) => boolean;
  voice?: Voice;
}): Caller {
  let due: Due[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attention: ReturnType<typeof setTimeout> | undefined;
  let attended = false;
  let made: number[] = [];
  let view: ClockView | null = null;
  let controls: Both<ControlView> | null = null;

  prepareSpeech();

  const wasMade = (at: number) => made.some(one => Math.abs(one - at) < SAME_MS);
  const make = (one: Due) => {
    made = [...made.slice(-20), one.at];
    voice.call(one);
  };
  const plan = () => {
    clearTimeout(timer);
    const next = due[0];
    if (next) timer = setTimeout(run, timerOf(next.at - EARLY_MS - now()));
  };
  const run = () => {
    const reached = due.filter(one => one.at - EARLY_MS <= now() + 1);
    due = due.slice(reached.length);
    const latest = reached.at(-1);
    if (latest && now() - latest.at < LATE_MS && !wasMade(latest.at)) make(latest);
    plan();
  };
  const watch = (running: Color | null) => {
    clearTimeout(attention);
    const left = running && view?.[running].left;
    if (attended || left == null || !running || !controls || !own(running)) return;
    const from = attentionAt(parseControl(controls[running]));
    if (from === null || !view) return;
    const wait = view.now + left - from - now();
    const ring = () => {
      attended = true;
      voice.attention();
    };
    attention = setTimeout(wait > LONGEST_TIMER_MS ? () => watch(running) : ring, timerOf(wait));
  };

  return {
    clock(next, both) {
      const turned = next.running !== view?.running;
      view = next;
      controls = both;
      const running = next.running ?? null;
      if (turned) voice.hush();
      due =
        running && own(running) ? dueCalls(next, both[running]).filter(one => one.at > now() - LATE_MS) : [];
      plan();
      watch(running);
    },
    frame(frame) {
      if (!own(frame.by) || wasMade(frame.at)) return;
      const planned = due.find(one => Math.abs(one.at - frame.at) < SAME_MS);
      if (planned) {
        due = due.filter(one => one.at > planned.at);
        make(planned);
        plan();
      } else if (isOwnOfServer(frame, view, controls)) {
        made = [...made.slice(-20), frame.at];
        voice.call({ text: say(frame.text), tone: frame.at >= lostFrom(view) ? "end" : "30" });
      }
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(attention);
      due = [];
      voice.hush();
    },
  };
}

const timerOf = (wait: number) => Math.min(Math.max(0, wait), LONGEST_TIMER_MS);

/** The loss on time comes when the flag has fallen, and not before. */
function lostFrom(view: ClockView | null): number {
  return view?.deadline == null ? Number.POSITIVE_INFINITY : view.deadline - SECOND / 20;
}

/** Whether a call is one that the page does not make by itself: days, the loss on time, or no clock is known yet. */
function isOwnOfServer(
  frame: CallFrame,
  view: ClockView | null,
  controls: Both<ControlView> | null,
): boolean {
  if (!view || !controls) return true;
  return controls[frame.by].system === "correspondence" || frame.at >= lostFrom(view);
}

/** The text of a call, its numbers in words. */
export function callText({ key, params = {} }: Said): string {
  const spoken = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "number"
      ? quantity(value, key === "clock.call.count" || key === "clock.call.seconds")
      : value,
  ]);
  return t(key, Object.fromEntries(spoken));
}

/** The page's voice: spoken, as tones, or by the screen reader, as the preferences say. */
export const pageVoice: Voice = {
  call(call) {
    const text = "text" in call ? call.text : callText(call.words);
    const { sound: volumes, voice, readerCalls } = prefs.value;
    if (readerCalls) {
      assertive(text);
      return;
    }
    const volume = volumes.calls;
    if (volume <= 0) return;
    const quick = "quick" in call && call.quick === true;
    if (voice && speak(text, { quick, volume })) return;
    if (voice) sayOnce();
    if (call.tone) tone(call.tone);
  },
  attention() {
    if (!prefs.value.readerCalls) tone("attention");
  },
  hush,
};

let said = false;

/** Says once that there is no voice for the page's language. */
function sayOnce(): void {
  if (said) return;
  said = true;
  toast(t("clock.noVoice"));
}
