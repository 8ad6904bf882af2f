import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { TEST_CRON_SECRET, useTestApp } from "../../../test/app";
import { createSchedules } from "../../../test/schedules";

const app = useTestApp();
const BEARER = { authorization: `Bearer ${TEST_CRON_SECRET}` };
const NOW = new Date("2026-06-15T12:00:00.000Z");
const RUNS = 8;
const SCHEDULES = 500;

describe("200", () => {
  it.for([100, 500])(
    "eight runs at once with limit=%i grant each of 500 schedules once",
    async (limit, { annotate }) => {
      app.setNow(NOW);
      const rows = await createSchedules(app, SCHEDULES, { nextGrantAt: NOW });
      const startedAt = performance.now();
      const responses = await Promise.all(
        Array.from({ length: RUNS }, () =>
          new ApiClient(app).get(`/api/cron/subscription-grants?limit=${limit}`, BEARER),
        ),
      );
      const elapsedMs = Math.round(performance.now() - startedAt);
      const shares = responses.map(({ body }) => body["processed"]).join(" + ");
      await annotate(`${shares} of ${SCHEDULES} instalments granted by ${RUNS} runs in ${elapsedMs} ms`);
      for (const response of responses) expect(response.status).toBe(200);
      const granted = responses.flatMap(({ body }) => body["grants"] as { scheduleId: string }[]);
      expect(granted.map((grant) => grant.scheduleId).sort()).toEqual(rows.map((row) => row.id).sort());

      const userIds = rows.map((row) => row.userId);
      const where = { userId: { in: userIds } };
      expect(await app.db.user.groupBy({ by: ["credits"], where: { id: { in: userIds } }, _count: true })).toEqual([
        { credits: 1_000, _count: SCHEDULES },
      ]);
      expect(await app.db.creditLedger.count({ where })).toBe(SCHEDULES);
      expect(await app.db.subscriptionCreditSchedule.groupBy({ by: ["grantsRemaining"], where, _count: true })).toEqual(
        [{ grantsRemaining: 10, _count: SCHEDULES }],
      );
      expect((await verifyLedger(app.db)).differences).toEqual([]);
    },
  );
});
