import { expect, it } from "vitest";
import { BoundedMap, pushBounded, readBytes, readJson } from "./bounded";

it("a bounded map drops its oldest entry, and an overwritten one counts once", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("a", 2).set("b", 3).set("c", 4);
  expect([...map]).toEqual([
    ["b", 3],
    ["c", 4],
  ]);
});

it("a bounded list keeps its newest items", () => {
  const items = [1, 2];
  pushBounded(items, 3, 2);
  expect(items).toEqual([2, 3]);
});

it("a body is read up to its limit, with or without a content-length", async () => {
  const streamed = () => new Response(new Response("12345").body);
  expect((await readBytes(streamed(), 5))?.toString()).toBe("12345");
  expect(await readBytes(streamed(), 4)).toBeNull();
  expect(await readBytes(new Response("12345", { headers: { "content-length": "5" } }), 4)).toBeNull();
  expect(await readJson(new Response("{"), 5)).toBeUndefined();
});
