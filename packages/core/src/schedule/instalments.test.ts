import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it, test } from "vitest";
import {
  addMonthsUtc,
  type ScheduleTerms,
  type Settlement,
  settleDueInstalments,
  upcomingInstalments,
} from "./instalments";

const FIRST_DUE = new Date("2026-01-31T09:00:00.000Z");
const LONG_AFTER = new Date("2050-01-01T00:00:00.000Z");

describe("one run", () => {
  test("before the next instalment is due nothing changes", () => {
    const before = new Date(FIRST_DUE.getTime() - 1);
    expect(settleDueInstalments(terms({}), before, 12)).toEqual({ amounts: [], totalGranted: 0, next: terms({}) });
  });

  test("at the very moment it is due one instalment is granted", () => {
    expect(settleDueInstalments(terms({}), FIRST_DUE, 12)).toEqual({
      amounts: [1_000],
      totalGranted: 1_000,
      next: terms({
        grantsRemaining: 10,
        totalCreditsRemaining: 10_000,
        nextGrantAt: new Date("2026-02-28T09:00:00.000Z"),
      }),
    });
  });

  test("dates step from the date before, so a short month moves the day for good", () => {
    const settlement = settleDueInstalments(terms({}), new Date("2026-02-28T09:00:00.000Z"), 12);
    expect(settlement.amounts).toEqual([1_000, 1_000]);
    expect(settlement.next?.nextGrantAt).toEqual(new Date("2026-03-28T09:00:00.000Z"));
  });

  test("no more instalments than allowed are granted at once", () => {
    const settlement = settleDueInstalments(terms({}), LONG_AFTER, 4);
    expect(settlement.amounts).toHaveLength(4);
    expect(settlement.next).toMatchObject({ grantsRemaining: 7, totalCreditsRemaining: 7_000 });
  });

  test("the last instalment finishes the schedule", () => {
    const settlement = settleDueInstalments(terms({}), LONG_AFTER, 11);
    expect(settlement).toEqual({ amounts: Array(11).fill(1_000), totalGranted: 11_000, next: null });
  });

  test("the last instalment pays out whatever is left, more or less than the usual", () => {
    expect(
      settleDueInstalments(terms({ grantsRemaining: 2, totalCreditsRemaining: 2_345 }), LONG_AFTER, 12).amounts,
    ).toEqual([1_000, 1_345]);
    expect(
      settleDueInstalments(terms({ grantsRemaining: 2, totalCreditsRemaining: 1_200 }), LONG_AFTER, 12).amounts,
    ).toEqual([1_000, 200]);
  });

  test("credits that run out early finish the schedule early", () => {
    const settlement = settleDueInstalments(terms({ totalCreditsRemaining: 1_500 }), LONG_AFTER, 12);
    expect(settlement).toEqual({ amounts: [1_000, 500], totalGranted: 1_500, next: null });
  });

  test.each([
    { grantsRemaining: 0, totalCreditsRemaining: 500 },
    { grantsRemaining: 3, totalCreditsRemaining: 0 },
  ])("a schedule with nothing left (%j) grants nothing and is finished", (left) => {
    expect(settleDueInstalments(terms(left), LONG_AFTER, 12)).toEqual({ amounts: [], totalGranted: 0, next: null });
  });

  test("a stored row's other fields stay out of the new terms", () => {
    const row = { ...terms({}), id: "s1", userId: "u1" };
    expect(settleDueInstalments(row, FIRST_DUE, 1).next).not.toHaveProperty("id");
  });

  test.each([{ creditsPerGrant: 0 }, { creditsPerGrant: -1 }, { intervalMonths: 0 }])(
    "terms that could never end (%j) are a defect",
    (broken) => {
      expect(() => settleDueInstalments(terms(broken), LONG_AFTER, 12)).toThrow("Invariant violated");
    },
  );
});

describe("any schedule, run whenever and with whatever limits", () => {
  const schedules = fc
    .record({
      creditsPerGrant: fc.integer({ min: 1, max: 20_000 }),
      intervalMonths: fc.integer({ min: 1, max: 12 }),
      grantsRemaining: fc.integer({ min: 1, max: 40 }),
      surplus: fc.integer({ min: -15_000, max: 15_000 }),
      nextGrantAt: fc.date({ min: new Date("2024-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }),
    })
    .map(({ surplus, ...rest }) => ({
      ...rest,
      totalCreditsRemaining: Math.max(1, rest.creditsPerGrant * rest.grantsRemaining + surplus),
    }));
  const runs = fc.array(
    fc.record({
      now: fc.date({ min: new Date("2024-01-01"), max: new Date("2060-01-01"), noInvalidDate: true }),
      instalmentsMax: fc.integer({ min: 1, max: 36 }),
    }),
    { maxLength: 30 },
  );

  test("no credit is created or lost, and every amount is a positive whole number", () => {
    fc.assert(
      fc.property(schedules, runs, (schedule, planned) => {
        const { granted, left } = runAll(schedule, planned);
        expect(granted.every((amount) => Number.isInteger(amount) && amount > 0)).toBe(true);
        expect(sum(granted) + (left?.totalCreditsRemaining ?? 0)).toBe(schedule.totalCreditsRemaining);
        if (left) expect(granted.length + left.grantsRemaining).toBe(schedule.grantsRemaining);
      }),
      { numRuns: 1_000 },
    );
  });

  test("however the runs fall, the instalments are those of one single run", () => {
    fc.assert(
      fc.property(schedules, runs, (schedule, planned) => {
        const { granted, left } = runAll(schedule, planned);
        const rest = left
          ? runAll(left, Array(40).fill({ now: new Date("2200-01-01"), instalmentsMax: 36 }))
          : undefined;
        const atOnce = settleDueInstalments(schedule, new Date("2200-01-01"), 40);
        expect(rest?.left ?? null).toBeNull();
        expect([...granted, ...(rest?.granted ?? [])]).toEqual(atOnce.amounts);
        expect(atOnce.next).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  test("nothing is granted before its date, which agrees with Temporal", () => {
    fc.assert(
      fc.property(schedules, runs, (schedule, planned) => {
        const { granted, left } = runAll(schedule, planned);
        const dueDates = temporalDates(schedule, granted.length);
        const latestRun = Math.max(...planned.map(({ now }) => now.getTime()));
        for (const due of dueDates.slice(0, -1)) expect(due).toBeLessThanOrEqual(latestRun);
        if (left) expect(left.nextGrantAt.getTime()).toBe(dueDates.at(-1));
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The dates of `count` instalments and of the one after them. */
function temporalDates(schedule: ScheduleTerms, count: number): number[] {
  let at = Temporal.Instant.fromEpochMilliseconds(schedule.nextGrantAt.getTime()).toZonedDateTimeISO("UTC");
  const dates = [at.epochMilliseconds];
  for (let index = 0; index < count; index += 1) {
    at = at.add({ months: schedule.intervalMonths });
    dates.push(at.epochMilliseconds);
  }
  return dates;
}

function runAll(schedule: ScheduleTerms, planned: readonly { now: Date; instalmentsMax: number }[]) {
  const granted: number[] = [];
  let left: ScheduleTerms | null = schedule;
  for (const { now, instalmentsMax } of planned) {
    if (!left) break;
    const settlement: Settlement = settleDueInstalments(left, now, instalmentsMax);
    expect(settlement.amounts.length).toBeLessThanOrEqual(instalmentsMax);
    expect(settlement.totalGranted).toBe(sum(settlement.amounts));
    granted.push(...settlement.amounts);
    left = settlement.next;
  }
  return { granted, left };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function terms(overrides: Partial<ScheduleTerms>): ScheduleTerms {
  return {
    creditsPerGrant: 1_000,
    intervalMonths: 1,
    grantsRemaining: 11,
    totalCreditsRemaining: 11_000,
    nextGrantAt: FIRST_DUE,
    ...overrides,
  };
}

test.each([
  ["2026-01-31T10:20:30.456Z", 1, "2026-02-28T10:20:30.456Z"],
  ["2024-01-31T00:00:00.000Z", 1, "2024-02-29T00:00:00.000Z"],
  ["2026-02-28T00:00:00.000Z", 1, "2026-03-28T00:00:00.000Z"],
  ["2026-12-31T23:59:59.999Z", 1, "2027-01-31T23:59:59.999Z"],
  ["2026-12-15T12:00:00.000Z", 2, "2027-02-15T12:00:00.000Z"],
  ["2024-02-29T12:00:00.000Z", 12, "2025-02-28T12:00:00.000Z"],
  ["2026-03-31T12:00:00.000Z", -1, "2026-02-28T12:00:00.000Z"],
  ["2026-03-31T12:00:00.000Z", 0, "2026-03-31T12:00:00.000Z"],
])("%s and %i months are %s", (from, months, expected) => {
  expect(addMonthsUtc(new Date(from), months).toISOString()).toBe(expected);
});

test("the date argument is not changed", () => {
  const date = new Date("2026-01-31T00:00:00Z");
  addMonthsUtc(date, 1);
  expect(date).toEqual(new Date("2026-01-31T00:00:00Z"));
});

test("any date and number of months agree with Temporal", () => {
  const dates = fc.date({ min: new Date("1970-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, fc.integer({ min: -600, max: 600 }), (date, months) => {
      const expected = Temporal.Instant.fromEpochMilliseconds(date.getTime())
        .toZonedDateTimeISO("UTC")
        .add({ months }, { overflow: "constrain" });
      expect(addMonthsUtc(date, months).getTime()).toBe(expected.epochMilliseconds);
    }),
    { numRuns: 2_000 },
  );
});

const termsForInstalments = {
  creditsPerGrant: 1_000,
  intervalMonths: 1,
  grantsRemaining: 3,
  totalCreditsRemaining: 2_500,
  nextGrantAt: new Date("2026-01-31T10:00:00Z"),
};

describe("upcomingInstalments", () => {
  it("names dates and amounts, the last one being whatever is left", () => {
    expect(upcomingInstalments(termsForInstalments)).toEqual([
      { grantAt: new Date("2026-01-31T10:00:00Z"), credits: 1_000 },
      { grantAt: new Date("2026-02-28T10:00:00Z"), credits: 1_000 },
      { grantAt: new Date("2026-03-28T10:00:00Z"), credits: 500 },
    ]);
  });

  it("promises what the periodic grant then pays", () => {
    for (const schedule of [
      termsForInstalments,
      { ...termsForInstalments, grantsRemaining: 11, totalCreditsRemaining: 11_003 },
    ]) {
      const paid = settleDueInstalments(schedule, new Date("2030-01-01T00:00:00Z"), 36);
      expect(upcomingInstalments(schedule).map(({ credits }) => credits)).toEqual(paid.amounts);
    }
  });

  it("ends with the credits, and stays bounded", () => {
    expect(upcomingInstalments({ ...termsForInstalments, totalCreditsRemaining: 0 })).toEqual([]);
    expect(
      upcomingInstalments({ ...termsForInstalments, grantsRemaining: 1e6, totalCreditsRemaining: 1e9 }),
    ).toHaveLength(120);
  });
});
