import { expect, test } from "vitest";
import { AppError, invariant } from "./errors";

test("an error's code determines its status", () => {
  expect(new AppError("insufficient_credits", "Insufficient credits").status).toBe(402);
  expect(new AppError("upstream_failed", "Failed to create checkout").status).toBe(502);
  expect(new AppError("not_configured", "Chat is not configured").status).toBe(503);
});

test("an error's body is its message and its fields", () => {
  const error = new AppError("insufficient_credits", "Insufficient credits", {
    fields: { creditsNeeded: 20, remainingCredits: 5 },
  });
  expect(error.toBody()).toEqual({ error: "Insufficient credits", creditsNeeded: 20, remainingCredits: 5 });
});

test("no field can replace the message in the body", () => {
  expect(new AppError("internal", "message", { fields: { error: "field" } }).toBody()).toEqual({ error: "message" });
});

test("a cause is kept for the log and left out of the body", () => {
  const cause = new Error("socket closed");
  const error = new AppError("upstream_failed", "Failed to create checkout", { cause });
  expect(error.cause).toBe(cause);
  expect(error.toBody()).toEqual({ error: "Failed to create checkout" });
});

test("a violated invariant is a plain error, so that its text never reaches a caller", () => {
  expect(() => invariant(true, "holds")).not.toThrow();
  expect(() => invariant(0, "never zero")).toThrow("Invariant violated: never zero");
  expect(() => invariant(false, "x")).not.toThrow(AppError);
});
