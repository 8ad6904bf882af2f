import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { envExample } from "./env.server";

it(".env.example lists what the service reads (pnpm env:example writes it)", () => {
  const file = path.join(import.meta.dirname, "../../../../../.env.example");
  expect(readFileSync(file, "utf8")).toBe(envExample());
});
