import { expect, test } from "vitest";
import { groupByDay } from "./session-days";

const NOW = new Date("2026-03-10T00:30:00Z");
const used = (at: string) => ({ lastMessageAt: new Date(at) });

test("sessions are grouped by the day in UTC, and days without any are left out", () => {
  const [ahead, today, yesterday, earlier] = [
    used("2026-03-11T00:00:00Z"),
    used("2026-03-10T00:00:00Z"),
    used("2026-03-09T23:59:59Z"),
    used("2026-03-08T23:59:59Z"),
  ];
  expect(groupByDay([ahead, today, yesterday, earlier], NOW)).toEqual([
    { day: "today", sessions: [ahead, today] },
    { day: "yesterday", sessions: [yesterday] },
    { day: "earlier", sessions: [earlier] },
  ]);
  expect(groupByDay([earlier], NOW)).toEqual([{ day: "earlier", sessions: [earlier] }]);
  expect(groupByDay([], NOW)).toEqual([]);
});
