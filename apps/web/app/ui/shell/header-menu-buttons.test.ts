import { expect, it } from "vitest";
import { initialsOf } from "./header-menu-buttons";

it.each([
  ["Pat Person", "PP"],
  ["Ada King Lovelace", "AL"],
  ["  pat ", "P"],
  ["王小明", "王"],
  ["🦊 Fox", "🦊F"],
  [null, "X"],
  [" ", "X"],
])("writes %j as %s", (name, initials) => {
  expect(initialsOf({ name, email: "x@example.com" })).toBe(initials);
});
