import { expect, it } from "vitest";
import { ratioOf, rowsOf } from "./proportions";

it.each([
  ["a square", { type: "image", width: 2048, height: 2048 }, 1, 48],
  ["a portrait", { type: "image", width: 1536, height: 2048 }, 0.75, 64],
  ["a stripe", { type: "image", width: 4000, height: 100 }, 2.4, 20],
  ["a tower", { type: "image", width: 100, height: 4000 }, 0.5, 96],
  ["an unknown picture", { type: "image", width: null, height: null }, 4 / 3, 36],
  ["a video", { type: "video", width: null, height: null }, 16 / 9, 27],
])("%s", (_name, shape, ratio, rows) => {
  expect(ratioOf(shape)).toBeCloseTo(ratio);
  expect(rowsOf(shape)).toBe(rows);
});
