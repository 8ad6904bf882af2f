import { expect, it } from "vitest";
import { createEncoder } from "./render-video";

it("loading the encoder adds no handlers to the process", async () => {
  const handlers = () => ["uncaughtException", "unhandledRejection"].map((event) => process.rawListeners(event));
  const before = handlers();
  (await createEncoder()).delete();
  expect(handlers()).toEqual(before);
});
