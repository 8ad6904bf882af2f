import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { API_TYPES_FILE, apiTypes } from "../dev/api-types";

it("the client's types are those of the API (pnpm api:types writes them)", async () => {
  expect(readFileSync(API_TYPES_FILE, "utf8")).toBe(await apiTypes());
});
