import { expect, test } from "vitest";
import { isBanned } from "./ban";

const NOW = new Date("2026-01-01T00:00:00.000Z");
const LATER = new Date(NOW.getTime() + 1);
const EARLIER = new Date(NOW.getTime() - 1);

test.each([
  ["not banned", false, null, false],
  ["not banned, with an expiry left over", false, LATER, false],
  ["banned for good", true, null, true],
  ["banned until later", true, LATER, true],
  ["banned until now", true, NOW, false],
  ["banned until earlier", true, EARLIER, false],
])("%s", (_case, banned, banExpires, expected) => {
  expect(isBanned({ banned, banExpires }, NOW)).toBe(expected);
});
