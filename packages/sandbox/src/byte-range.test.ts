import { describe, expect, it } from "vitest";
import { parseByteRange, rangeResponse } from "./byte-range";

describe("parseByteRange", () => {
  it.each([
    ["bytes=0-99", { start: 0, end: 99 }],
    ["bytes=900-", { start: 900, end: 999 }],
    ["bytes=990-5000", { start: 990, end: 999 }],
    ["bytes=-50", { start: 950, end: 999 }],
    ["bytes=-5000", { start: 0, end: 999 }],
    ["bytes=1000-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-4", null],
    ["bytes=-", null],
    ["bytes=0-1,3-4", null],
    ["items=0-1", null],
    [null, null],
  ])("parses %j for a file of 1000 bytes", (header, expected) => {
    expect(parseByteRange(header, 1000)).toEqual(expected);
  });
});

describe("rangeResponse", () => {
  it("responds with 416 and the file's size", () => {
    const response = rangeResponse(new Uint8Array(3), "bytes=3-", new Headers());
    expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */3"]);
  });
});
