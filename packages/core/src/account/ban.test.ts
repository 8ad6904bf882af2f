import { expect, test } from "vitest";
import { AppError } from "../errors";
import { parseInput } from "../input/parse";
import { BanInput, isBanned } from "./ban";

const NOW = new Date("2026-01-01T00:00:00.000Z");
const LATER = new Date(NOW.getTime() + 1);
const EARLIER = new Date(NOW.getTime() - 1);

test.each([
  ["not banned", false, null, false],
  ["not banned, with an old expiry", false, LATER, false],
  ["banned permanently", true, null, true],
  ["banned until later", true, LATER, true],
  ["banned until now", true, NOW, false],
  ["banned until earlier", true, EARLIER, false],
])("%s", (_case, banned, banExpires, expected) => {
  expect(isBanned({ banned, banExpires }, NOW)).toBe(expected);
});

test.each([{}, { reason: null, expires: null }, { reason: " ", expires: "" }])(
  "%j is a permanent ban without a reason",
  (input) => {
    expect(parseInput(BanInput, input)).toEqual({});
  },
);

test("parses reason and expiry", () => {
  expect(parseInput(BanInput, { reason: " Spam ", expires: "2026-05-01T10:00:00+02:00" })).toEqual({
    reason: "Spam",
    expires: new Date("2026-05-01T08:00:00.000Z"),
  });
});

test.each<[object, string]>([
  [{ reason: 5 }, "reason must be a string"],
  [{ reason: "r".repeat(501) }, "reason must be at most 500 characters"],
  [{ expires: 1_767_225_600_123 }, "expires must be a string"],
  [{ expires: "tomorrow" }, "expires must be an ISO 8601 date"],
  [{ expires: "2026-02-30" }, "expires must be an ISO 8601 date"],
])("%j is refused", (input, message) => {
  expect(() => parseInput(BanInput, input)).toThrow(new AppError("bad_request", message));
});
