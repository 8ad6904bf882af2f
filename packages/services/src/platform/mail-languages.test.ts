import type { Mail } from "@app/clients/mail/mailer";
import { expect, it } from "vitest";
import { createUser, useTestContext, withClients } from "../../test/test-context";
import { sendVerification } from "../account/email-verification";
import { sendPasswordReset } from "../account/password-reset";
import { sendCodesLocked } from "../second-factor/codes-locked-mail";
import { sendWebhookPaused } from "../webhooks/pause";

const ctx = useTestContext();

it("writes to an owner who reads Chinese in Chinese, with links to Chinese pages", async () => {
  const mails: Mail[] = [];
  const service = withClients(ctx, { mailer: { send: async (mail) => void mails.push(mail) } });
  const userId = await createUser(ctx);
  await ctx.db.user.update({ where: { id: userId }, data: { locale: "zh" } });
  await sendCodesLocked(service, { userId, lockedUntil: new Date(ctx.now().getTime() + 60_000).toISOString() });
  expect(mails[0]?.subject).toMatch(/\p{Script=Han}/u);
  expect(mails[0]?.text).toContain("http://localhost:3000/zh/forgot-password");
  const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
  // A request over the API names no language.
  const request = { locale: null, askedAt: ctx.now().toISOString() };
  await sendPasswordReset(service, { email, ...request });
  expect(mails[1]?.text).toContain("http://localhost:3000/zh/reset-password");
  await sendVerification(service, { userId, ...request });
  expect(mails[2]?.text).toContain("http://localhost:3000/zh/verify-email");
  const pausedAt = ctx.now();
  for (const pauseReason of ["gone", "failing"]) {
    const { id } = await ctx.db.webhookEndpoint.create({
      data: {
        id: pauseReason,
        userId,
        url: "https://hooks.example.com/x",
        sealedSecret: "s",
        events: [],
        pausedAt,
        pauseReason,
      },
    });
    await sendWebhookPaused(service, { endpointId: id, pausedAt: pausedAt.toISOString() });
    expect(mails.at(-1)?.text).toContain(`http://localhost:3000/zh/account/webhooks/${id}`);
    expect(mails.at(-1)?.text).toMatch(/不再向 hooks.example.com 发送消息/);
  }
  expect(mails).toHaveLength(5);
});
