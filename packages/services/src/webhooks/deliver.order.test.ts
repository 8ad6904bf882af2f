import { expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { useTestContext } from "../../test/test-context";
import { createTestEndpoint } from "../../test/webhook-receiver";
import { deliverWebhooks } from "./deliver";
import { deliveryJobKey, publishEvents } from "./publish";

const ctx = useTestContext();
const MINUTE_MS = 60_000;
const RUN_ATTEMPTS_MAX = 500;

it("queues its next run behind the jobs of other endpoints that are due", async () => {
  const now = Date.now();
  ctx.setNow(new Date(now - 30 * MINUTE_MS));
  const slow = await createTestEndpoint(ctx);
  const quick = await createTestEndpoint(ctx);
  const event = (userId: string, at: Date) =>
    ({ userId, type: "credits.low", at, data: { balance: 1, threshold: 100 } }) as const;
  // A backlog of half an hour, one more than a run sends.
  const backlog = Array.from({ length: RUN_ATTEMPTS_MAX + 1 }, () => event(slow.userId, ctx.now()));
  await publishEvents(ctx.db, backlog);
  ctx.setNow(new Date(now - 5 * MINUTE_MS));
  await publishEvents(ctx.db, [event(quick.userId, ctx.now())]);
  // The worker has taken the slow endpoint's job, and the other one waits since five minutes ago.
  await ctx.db.$executeRaw`SELECT graphile_worker.remove_job(${deliveryJobKey(slow.endpointId)})`;
  await ctx.db.$executeRaw`
    SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => ${ctx.now()}::timestamptz) FROM graphile_worker.jobs
    WHERE key = ${deliveryJobKey(quick.endpointId)}`;
  ctx.setNow(new Date(now));
  await deliverWebhooks(slow.user, { endpointId: slow.endpointId });
  const order = (await readJobs(ctx)).filter(({ task }) => task === "deliver-webhooks").map(({ key }) => key);
  expect(order).toEqual([deliveryJobKey(quick.endpointId), deliveryJobKey(slow.endpointId)]);
}, 60_000);
