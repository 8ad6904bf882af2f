import { expect, it } from "vitest";
import { useTestContext } from "../../test/test-context";
import { findLostPayments } from "../billing/find-lost-payments";
import { MAINTENANCE_TASKS, runMaintenance } from "../maintenance";
import { findLateJobs } from "./late-jobs";

const ctx = useTestContext();
const late = (job: string, since: string) =>
  `${job} has not succeeded ${since}: see the worker's log, and whether each worker is of this version`;

it("names a job by the clock that fails each time, or that no worker has, once its period is over", async () => {
  const started = ctx.now();
  const afterMinutes = (minutes: number) => ctx.setNow(new Date(started.getTime() + minutes * 60_000));
  const since = `since ${started.toISOString()}`;
  await runMaintenance(ctx);
  expect(await findLateJobs(ctx)).toEqual([]);

  const { rollUpDays: _, ...others } = MAINTENANCE_TASKS;
  const outdated = { ...others, purgeLimits: () => Promise.reject(new Error("no such table")) };
  afterMinutes(5);
  await runMaintenance(ctx, outdated);
  expect(await findLateJobs(ctx)).toEqual([]);
  afterMinutes(6);
  await runMaintenance(ctx, outdated);
  const lateTasks = [late("The maintenance task purgeLimits", since), late("The maintenance task rollUpDays", since)];
  expect(await findLateJobs(ctx)).toEqual(lateTasks);

  afterMinutes(121);
  await runMaintenance(ctx, outdated);
  expect(await findLateJobs(ctx)).toEqual([...lateTasks, late("The job find-lost-payments", since)]);

  await runMaintenance(ctx);
  await findLostPayments(ctx, { _cron: { ts: ctx.now().toISOString() } });
  expect(await findLateJobs(ctx)).toEqual([]);
});

it("names all of them where none has ever succeeded", async () => {
  await ctx.db.countedFigure.deleteMany();
  expect(await findLateJobs(ctx)).toEqual(
    [...Object.keys(MAINTENANCE_TASKS).map((task) => `The maintenance task ${task}`), "The job find-lost-payments"].map(
      (job) => late(job, "yet"),
    ),
  );
});
