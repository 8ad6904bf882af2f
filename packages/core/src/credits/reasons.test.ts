import { expect, test } from "vitest";
import { LEDGER_REASONS } from "./reasons";

test("the reasons are those of the service and those administrators customarily give", () => {
  expect(LEDGER_REASONS).toEqual([
    "subscription_cycle",
    "subscription_schedule",
    "one_time_pack",
    "chat_usage",
    "image_generation",
    "video_generation",
    "refund",
    "adjustment",
    "admin_adjustment",
    "compensation",
    "bonus",
    "violation_penalty",
    "test",
  ]);
});
