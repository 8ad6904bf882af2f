import { describe, expect, it } from "vitest";
import { cursorOf, readCursor, readTimeCursor } from "./pagination";

describe("cursors", () => {
  it("are read as they were written", () => {
    const at = new Date("2026-03-10T12:00:00.123Z");
    expect(readTimeCursor(cursorOf(at, "pay_1"))).toEqual({ at, id: "pay_1" });
    expect(readCursor(cursorOf(-25, "an id"))).toEqual({ value: "-25", id: "an id" });
  });

  it.each(["", "x", " x", "x ", "2026"])("%j is invalid", (cursor) => {
    expect(() => readCursor(cursor)).toThrow("cursor is not valid");
  });

  it.each(["yesterday", "0000-01-01T00:00:00.000Z", "-005000-01-01T00:00:00.000Z"])(
    "with the time %s are invalid in a list ordered by time",
    (time) => {
      expect(() => readTimeCursor(`${time} id`)).toThrow("cursor is not valid");
    },
  );
});
