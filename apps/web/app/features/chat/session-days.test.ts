import { expect, test } from "vitest";
import { groupByDay } from "./session-days";

const NOW = new Date("2026-03-10T00:30:00Z");
const IN_UTC = () => 0;
const usedAt = (at: string) => ({ lastMessageAt: new Date(at) });

test("sessions are grouped by UTC day, without empty days", () => {
  const [future, today, yesterday, earlier] = [
    usedAt("2026-03-11T00:00:00Z"),
    usedAt("2026-03-10T00:00:00Z"),
    usedAt("2026-03-09T23:59:59Z"),
    usedAt("2026-03-08T23:59:59Z"),
  ];
  expect(groupByDay([future, today, yesterday, earlier], NOW, IN_UTC)).toEqual([
    { day: "today", sessions: [future, today] },
    { day: "yesterday", sessions: [yesterday] },
    { day: "earlier", sessions: [earlier] },
  ]);
  expect(groupByDay([earlier], NOW, IN_UTC)).toEqual([{ day: "earlier", sessions: [earlier] }]);
  expect(groupByDay([], NOW, IN_UTC)).toEqual([]);
});

test("sessions are grouped by the reader's day", () => {
  const NOON = new Date("2026-03-10T12:00:00Z");
  const before = usedAt("2026-03-10T07:59:59Z");
  expect(groupByDay([before], NOON, IN_UTC)).toEqual([{ day: "today", sessions: [before] }]);
  expect(groupByDay([before], NOON, () => 480)).toEqual([{ day: "yesterday", sessions: [before] }]);
  const morning = usedAt("2026-03-09T12:35:00Z");
  expect(groupByDay([morning], NOW, IN_UTC)).toEqual([{ day: "yesterday", sessions: [morning] }]);
  expect(groupByDay([morning], NOW, () => 480)).toEqual([{ day: "today", sessions: [morning] }]);
});
