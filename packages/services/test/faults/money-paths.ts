import { randomUUID } from "node:crypto";
import { refundGeneration } from "../../src/admin/generations";
import { beginTurn } from "../../src/chat/begin-turn";
import type { ServiceContext, UserContext } from "../../src/context";
import { adjustCredits } from "../../src/credits/adjust-credits";
import { beginGeneration } from "../../src/history/begin-generation";
import { finishGeneration } from "../../src/history/finish-generation";
import { runDueGrants } from "../../src/schedule/run-due-grants";
import { deliver, purchaseEvent } from "../provider-events";
import { actAs, createUser, withClients } from "../test-context";

/** One operation that changes money, ready to run. It may run again when its sender would repeat it. */
export interface MoneyMove {
  /** The users whose money changes. */
  userIds: readonly string[];
  run(ctx: ServiceContext): Promise<unknown>;
}

export interface MoneyPath {
  name: string;
  /** What a second run after a success does: succeed without an effect, or be refused. Null when the sender would not repeat it. */
  again: "done" | "refused" | null;
  /** Creates new users with the rows that the operation needs. */
  prepare(ctx: ServiceContext): Promise<MoneyMove>;
}

const OPENING_CREDITS = 100;
const IMAGE = {
  type: "image",
  prompt: "a lighthouse",
  imageUrl: null,
  costCredits: 20,
  status: "processing",
  metadata: {},
} as const;
/** The model is never called. Its name is stored with a session. */
const CHAT_MODEL = {
  model: "text-model",
  stream(): never {
    throw new Error("The model was asked");
  },
};
const INSTALMENTS_DUE = 3;
const MONTHS_AGO_MS = (INSTALMENTS_DUE - 1) * 31 * 24 * 60 * 60 * 1000;

export const MONEY_PATHS: readonly MoneyPath[] = [
  { name: "webhook of the pack", again: "done", prepare: (ctx) => purchaseOf(ctx, "pack_200") },
  { name: "webhook of a yearly plan", again: "done", prepare: (ctx) => purchaseOf(ctx, "starter_yearly") },
  { name: "webhook of a renewal with instalments due", again: "done", prepare: prepareRenewal },
  { name: "cron run", again: "done", prepare: prepareCronRun },
  { name: "spend with its history row", again: null, prepare: prepareSpend },
  { name: "chat turn", again: null, prepare: prepareChatTurn },
  { name: "administrator's adjustment", again: null, prepare: prepareAdjustment },
  { name: "administrator's refund", again: "refused", prepare: prepareRefund },
  { name: "failed generation with refund", again: "done", prepare: prepareFailedGeneration },
];

async function purchaseOf(ctx: ServiceContext, key: "pack_200" | "starter_yearly"): Promise<MoneyMove> {
  const userId = await createUser(ctx);
  const event = purchaseEvent({ userId, key, subscriptionId: `sub_${randomUUID()}` });
  return { userIds: [userId], run: (by) => deliver(by, event) };
}

async function prepareRenewal(ctx: ServiceContext): Promise<MoneyMove> {
  const { userId, subscriptionId } = await buyerWithInstalmentsDue(ctx);
  const renewal = purchaseEvent({ userId, key: "starter_yearly", subscriptionId, eventType: "subscription.paid" });
  return { userIds: [userId], run: (by) => deliver(by, renewal) };
}

/** The run finishes one schedule and continues the other. */
async function prepareCronRun(ctx: ServiceContext): Promise<MoneyMove> {
  const goingOn = await buyerWithInstalmentsDue(ctx);
  const ending = await buyerWithInstalmentsDue(ctx);
  await ctx.db.subscriptionCreditSchedule.update({
    where: { subscriptionId: ending.subscriptionId },
    data: { grantsRemaining: INSTALMENTS_DUE, totalCreditsRemaining: INSTALMENTS_DUE * 1_000 },
  });
  return {
    userIds: [goingOn.userId, ending.userId],
    run: (by) => runDueGrants(by, { schedulesMax: 10, instalmentsMax: 12 }),
  };
}

async function buyerWithInstalmentsDue(ctx: ServiceContext): Promise<{ userId: string; subscriptionId: string }> {
  const userId = await createUser(ctx);
  const subscriptionId = `sub_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId }));
  await ctx.db.subscriptionCreditSchedule.update({
    where: { subscriptionId },
    data: { nextGrantAt: new Date(ctx.now().getTime() - MONTHS_AGO_MS) },
  });
  return { userId, subscriptionId };
}

async function prepareSpend(ctx: ServiceContext): Promise<MoneyMove> {
  const userId = await createUser(ctx, OPENING_CREDITS);
  const request = await requestOf(ctx, userId);
  return { userIds: [userId], run: (by) => beginGeneration(request(by), IMAGE) };
}

async function prepareChatTurn(ctx: ServiceContext): Promise<MoneyMove> {
  const userId = await createUser(ctx, OPENING_CREDITS);
  const request = await requestOf(ctx, userId);
  const { sessionId } = await beginTurn(request(ctx), { message: "first", sessionId: undefined });
  return { userIds: [userId], run: (by) => beginTurn(request(by), { message: "second", sessionId }) };
}

async function prepareAdjustment(ctx: ServiceContext): Promise<MoneyMove> {
  const [adminId, userId] = [await createUser(ctx), await createUser(ctx, OPENING_CREDITS)];
  const input = { userId, amount: -30, reason: "violation_penalty" };
  const request = await requestOf(ctx, adminId);
  return { userIds: [userId, adminId], run: (by) => adjustCredits(request(by), input) };
}

async function prepareRefund(ctx: ServiceContext): Promise<MoneyMove> {
  const adminId = await createUser(ctx);
  const { userId, generationId } = await chargedGeneration(ctx);
  await finishGeneration(ctx, generationId, { status: "failed", error: "No image generated" });
  const request = await requestOf(ctx, adminId);
  return { userIds: [userId, adminId], run: (by) => refundGeneration(request(by), { generationId }) };
}

async function prepareFailedGeneration(ctx: ServiceContext): Promise<MoneyMove> {
  const { userId, generationId } = await chargedGeneration(ctx);
  return {
    userIds: [userId],
    run: (by) => {
      const refunding = { ...by, config: { ...by.config, refundFailedGenerations: true } };
      return finishGeneration(refunding, generationId, { status: "failed", error: "No image generated" });
    },
  };
}

async function chargedGeneration(ctx: ServiceContext): Promise<{ userId: string; generationId: string }> {
  const userId = await createUser(ctx, OPENING_CREDITS);
  const request = await requestOf(ctx, userId);
  const { id } = await beginGeneration(request(ctx), IMAGE);
  return { userId, generationId: id };
}

/** A request of this user with the given connection. */
async function requestOf(ctx: ServiceContext, userId: string): Promise<(by: ServiceContext) => UserContext> {
  const user = await actAs(withClients(ctx, { chat: CHAT_MODEL }), userId);
  return (by) => ({ ...user, db: by.db });
}
