import { expect, it } from "vitest";
import { indentJson } from "./webhook-page";

it("puts each member on its own line", () => {
  expect(indentJson('{"id":"evt_1","object":{"amount":500}}')).toBe(
    '{\n  "id": "evt_1",\n  "object": {\n    "amount": 500\n  }\n}',
  );
});

it.each(["{", "", "not JSON"])("returns %j unchanged", (text) => {
  expect(indentJson(text)).toBe(text);
});
