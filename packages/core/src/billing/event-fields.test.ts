import { describe, expect, test } from "vitest";
import { AppError } from "../errors";
import { EventFields } from "./event-fields";

test.each([undefined, null, "x", 5, true, []])("an event of %j is refused", (body) => {
  expect(() => EventFields.ofEvent(body)).toThrow(new AppError("bad_request", "Request body must be a JSON object"));
});

describe("text", () => {
  test.each([undefined, null, "", "  "])("%j reads as null", (value) => {
    expect(EventFields.ofEvent({ a: value }).text("a")).toBeNull();
  });

  test.each([
    [5, "o.a must be a string"],
    [{}, "o.a must be a string"],
    ["a\0", "o.a must not contain NUL characters"],
    ["\ud800", "o.a must be valid Unicode text"],
    ["x".repeat(256), "o.a must be at most 255 characters"],
  ])("%j is refused by its full name", (value, message) => {
    const fields = EventFields.ofEvent({ o: { a: value } }).fields("o");
    expect(() => fields.text("a")).toThrow(new AppError("bad_request", message));
  });

  test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "%s is not looked up in the prototype",
    (name) => {
      expect(EventFields.ofEvent({}).text(name)).toBeNull();
    },
  );
});

describe("objects", () => {
  test.each([undefined, null])("%s reads as an object without fields", (value) => {
    expect(EventFields.ofEvent({ o: value }).fields("o").text("a")).toBeNull();
  });

  test.each(["x", 5, [], true])("%j is refused", (value) => {
    expect(() => EventFields.ofEvent({ o: value }).fields("o")).toThrow("o must be an object");
  });

  test("a bare id stands for an object that has it", () => {
    expect(EventFields.ofEvent({ o: "id_1" }).reference("o").text("id")).toBe("id_1");
    expect(
      EventFields.ofEvent({ o: { id: "id_1" } })
        .reference("o")
        .text("id"),
    ).toBe("id_1");
    expect(EventFields.ofEvent({ o: " " }).reference("o").text("id")).toBeNull();
    expect(() => EventFields.ofEvent({ o: 5 }).reference("o")).toThrow("o must be an object");
  });
});

describe("amountCents", () => {
  test.each([0, 1, 2_147_483_647])("%i is an amount", (value) => {
    expect(EventFields.ofEvent({ a: value }).amountCents("a")).toBe(value);
  });

  test.each([-1, 1.5, 2_147_483_648, Number.NaN, "500", {}, true])("%j is refused", (value) => {
    expect(() => EventFields.ofEvent({ a: value }).amountCents("a")).toThrow(
      new AppError("bad_request", "a must be a whole number of cents from 0 to 2147483647"),
    );
  });
});

describe("date", () => {
  test.each([
    [1_772_265_324_184, 1_772_265_324_184],
    ["2026-01-02T03:04:05.000Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ])("%j is a date", (value, expected) => {
    expect(EventFields.ofEvent({ a: value }).date("a")?.getTime()).toBe(expected);
  });

  test.each([undefined, null, "", "soon", 0, -1, Number.NaN, 1e18, 253_500_000_000_000, {}, true])(
    "%j is none",
    (value) => {
      expect(EventFields.ofEvent({ a: value }).date("a")).toBeNull();
    },
  );
});
