import { describe, expect, it } from "vitest";
import { cronItems } from "./job-runner";

describe("the jobs that run by the clock", () => {
  it("are queued at these minutes", () => {
    const items = cronItems({ grantsSchedule: "hourly" });
    expect(items.map(({ task, match }) => [task, match])).toEqual([
      ["sweep", "* * * * *"],
      ["find-lost-payments", "35 * * * *"],
      ["grant-instalments", "5 * * * *"],
    ]);
  });

  it("grant instalments once an hour, unless that is off", () => {
    const [, , grants] = cronItems({ grantsSchedule: "hourly" });
    expect(grants?.options).toMatchObject({ jobKey: "grant-instalments" });
    expect(cronItems({ grantsSchedule: "off" }).map(({ task }) => task)).toEqual(["sweep", "find-lost-payments"]);
  });
});
