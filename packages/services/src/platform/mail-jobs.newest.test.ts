import { expect, it } from "vitest";
import { testLimits, useTestContext, withClients } from "../../test/test-context";
import { sendSignInLink } from "../account/sign-in-link";
import { queueJob } from "./job-queue";
import { mailJobKey } from "./mail-jobs";

const ctx = useTestContext();

it("keeps the newest request when an older mail of its kind is put off meanwhile", async () => {
  const email = "anna@example.com";
  const limits = testLimits({ max: 100, windowSeconds: 60 });
  const context = withClients(
    { ...ctx, config: { ...ctx.config, limits } },
    { mailer: { send: async () => undefined } },
  );
  const asked = (callbackUrl: string) => ({ email, locale: "en", callbackUrl, askedAt: ctx.now().toISOString() });
  await sendSignInLink(context, asked("/"));
  const older = asked("/pricing");
  const newer = asked("/checkout");
  const key = mailJobKey["send-sign-in-link"](newer);
  // A worker has taken the older job, and the newer request is queued while it runs.
  await queueJob(ctx.db, "send-sign-in-link", newer, { key });
  await sendSignInLink(context, older);
  const [job] = await ctx.db.$queryRaw<{ payload: { callbackUrl: string } }[]>`
    SELECT payload FROM graphile_worker._private_jobs WHERE key = ${key}`;
  expect(job?.payload.callbackUrl).toBe("/checkout");
});
