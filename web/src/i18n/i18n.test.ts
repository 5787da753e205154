import { describe, expect, it } from "vitest";
import en from "./en.json";
import { fraction, lang, sentence, setLanguage, t } from "./index";
import zh from "./zh.json";

type Node = string | { [key: string]: Node };

/** Every text's path with the names of its places; plural forms count as one text. */
function places(node: Node, path = ""): Map<string, string> {
  if (typeof node === "string") return new Map([[path, names(node)]]);
  if ("other" in node && "one" in node) return new Map([[path, names(node.other as string)]]);
  return new Map(
    Object.entries(node).flatMap(([key, below]) => [...places(below, path ? `${path}.${key}` : key)]),
  );
}

function names(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(" ");
}

describe("languages", () => {
  const chinese = places(zh as Node);
  const english = places(en as Node);

  it("have the same texts", () => {
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort());
  });

  it("have the same places in each text", () => {
    for (const [path, found] of chinese) expect([path, english.get(path)]).toEqual([path, found]);
  });
});

describe("fraction", () => {
  it.each([
    ["3.75", "3¾"],
    ["0.5", "½"],
    ["7", "7"],
    ["184.25", "184¼"],
    ["-1.5", "−1½"],
    [0, "0"],
  ])("%s is %s", (value, text) => {
    expect(fraction(value)).toBe(text);
  });
});

describe("names in sentences", () => {
  it("stand as they are, and apart where they turn the direction", async () => {
    await setLanguage("en");
    expect(t("wait.invited", { name: "Ana {n}" })).toContain("Ana {n}");
    for (const name of ["שלום", "مرحبا", "a\u202eb"])
      expect(t("wait.invited", { name })).toContain(`\u2068${name}\u2069`);
  });
});

describe("the server's words as a sentence", () => {
  const said = (of: "zh" | "en", text: string) => {
    lang.value = of;
    return sentence({ zh: text, en: text });
  };

  it("begin with a capital and end with a full stop", () => {
    expect(said("en", "it was declined; ask again")).toBe("It was declined; ask again.");
    expect(said("en", "Done already.")).toBe("Done already.");
    expect(said("zh", "已被谢绝或收回，下一手之后才能再提")).toBe("已被谢绝或收回，下一手之后才能再提。");
    expect(said("zh", "不限时。")).toBe("不限时。");
    expect(said("en", "")).toBe("");
  });
});
