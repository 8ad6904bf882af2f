import { expect, test } from "vitest";
import { parseInput } from "../input/parse-input";
import { RoleInput, USER_ROLES } from "./role-input";

test.each(USER_ROLES)("%s is a role", (role) => {
  expect(parseInput(RoleInput, { role })).toEqual({ role });
});

test.each(["owner", "Admin", "", null, undefined, 1, "__proto__"])("%j is none", (role) => {
  expect(() => parseInput(RoleInput, { role })).toThrow("role must be one of user, admin");
});
