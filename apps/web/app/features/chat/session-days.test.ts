import { expect, test } from "vitest";
import { groupByDay } from "./session-days";

const NOW = new Date("2026-03-10T00:30:00Z");
const usedAt = (at: string) => ({ lastMessageAt: new Date(at) });

test("sessions are grouped by UTC day, without empty days", () => {
  const [future, today, yesterday, earlier] = [
    usedAt("2026-03-11T00:00:00Z"),
    usedAt("2026-03-10T00:00:00Z"),
    usedAt("2026-03-09T23:59:59Z"),
    usedAt("2026-03-08T23:59:59Z"),
  ];
  expect(groupByDay([future, today, yesterday, earlier], NOW)).toEqual([
    { day: "today", sessions: [future, today] },
    { day: "yesterday", sessions: [yesterday] },
    { day: "earlier", sessions: [earlier] },
  ]);
  expect(groupByDay([earlier], NOW)).toEqual([{ day: "earlier", sessions: [earlier] }]);
  expect(groupByDay([], NOW)).toEqual([]);
});
