import { beforeAll, expect, it } from "vitest";
import { setLanguage } from "../i18n";
import { recordDate } from "./recordDate";

beforeAll(() => setLanguage("zh"));
it("has whole days in words", () => {
  expect(recordDate("1963-08-04")).toBe("1963年8月4日");
  expect(recordDate("1963-08-04,05")).toBe("1963年8月4日 – 1963年8月5日");
  expect(recordDate("1963-12-31,1964-01-01")).toBe("1963年12月31日 – 1964年1月1日");
  for (const text of ["", "1963", "1963-08", "昭和38年", "1963-99-99", "1963-08-04,x"])
    expect(recordDate(text)).toBe(text);
});
