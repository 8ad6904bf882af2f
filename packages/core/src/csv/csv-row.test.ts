import { describe, expect, it } from "vitest";
import { csvRow } from "./csv-row";

describe("csvRow", () => {
  it("ends each line with CRLF and keeps empty cells", () => {
    expect(csvRow(["a", 1, null, 2n, new Date("2026-03-10T12:00:00Z")])).toBe("a,1,,2,2026-03-10T12:00:00.000Z\r\n");
  });

  it("quotes commas, quotes and line breaks, and doubles quotes", () => {
    expect(csvRow(["a,b", 'say "hi"', "two\nlines", "two\rlines"])).toBe(
      '"a,b","say ""hi""","two\nlines","two\rlines"\r\n',
    );
  });

  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =1",
    "\tx",
    "\rx",
    "\nx",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    "\u00a0=1",
    "\ufeff=1",
    '=cmd|" /C calc"!A0',
  ])("escapes the formula %j", (text) => {
    const [cell = ""] = csvRow([text]).split("\r\n", 1);
    expect(csvRow([text]).replace(/^"/, "").startsWith("'")).toBe(true);
    expect(cell).toContain("'");
  });

  it.each(["plain", "a=1", "1-2", "a@example.com", "'=1", ""])("keeps the text %j unchanged", (text) => {
    expect(csvRow([text])).toBe(`${text}\r\n`);
  });

  it("keeps the sign of numbers", () => {
    expect(csvRow([-20, 5])).toBe("-20,5\r\n");
  });
});
