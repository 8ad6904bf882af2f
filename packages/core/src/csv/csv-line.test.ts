import { describe, expect, it } from "vitest";
import { csvLine } from "./csv-line";

describe("csvLine", () => {
  it("separates cells by commas and ends with CRLF", () => {
    expect(csvLine(["2026-03-01", 200, ""])).toBe("2026-03-01,200,\r\n");
  });

  it("quotes what would break the record, and doubles quotes", () => {
    expect(csvLine(['a "boat", red', "two\nlines"])).toBe('"a ""boat"", red","two\nlines"\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])("makes %j a text", (text) => {
    expect(csvLine([text]).replaceAll('"', "")).toBe(`'${text}\r\n`);
  });

  it("leaves the sign of a number alone", () => {
    expect(csvLine([-50, 200])).toBe("-50,200\r\n");
  });
});
