import { expect, it } from "vitest";
import { prefs, readPrefs } from "./prefs";

it("takes whole preferences as they are", () => {
  expect(readPrefs(prefs.value)).toEqual(prefs.value);
});

it.each([null, undefined, 7, "dark", [], [{ theme: "dark" }]])("takes nothing from %j", value => {
  expect(readPrefs(value)).toEqual({});
});

it("leaves out what is not as it should be", () => {
  const spoilt = {
    theme: "pink",
    board: 3,
    coordinates: null,
    placing: {},
    moveNumbers: -1,
    sound: { stones: 1 },
    voice: "yes",
    readerCalls: 1,
    keys: undefined,
    sayAtari: true,
    lang: "xx",
    other: 1,
  };
  expect(readPrefs(spoilt)).toEqual({ sayAtari: true });
  expect(readPrefs({ sound: { stones: 2, calls: 0, bell: 0 }, moveNumbers: 1.5 })).toEqual({});
});
