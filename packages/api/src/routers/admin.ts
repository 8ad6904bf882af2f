import { BanInput } from "@app/core/account/ban";
import { AdjustCreditsInput, ChangeSubscriptionInput, RoleInput } from "@app/core/admin/admin-input";
import { SORT_DIRECTIONS, USER_SORTS } from "@app/core/admin/admin-options";
import { PLAN_KEYS } from "@app/core/billing/catalogue";
import { optionalDate } from "@app/core/input/date";
import { optionalBoolean, optionalChoice, optionalText, requiredId } from "@app/core/input/fields";
import { listAuditLog } from "@app/services/admin/audit-log";
import { listUserGenerations, refundGeneration } from "@app/services/admin/generations";
import { checkLedger, listLedgerEntries } from "@app/services/admin/ledger";
import {
  dismissPaymentCase,
  listPaymentCases,
  pauseSchedule,
  takeBackCredits,
} from "@app/services/admin/payment-cases";
import { listPayments } from "@app/services/admin/payments";
import { listFailedCancellations } from "@app/services/admin/provider-cancellations";
import { listSchedules, runSchedules } from "@app/services/admin/schedules";
import { getDailyStatistics, getStatistics } from "@app/services/admin/statistics";
import { changeSubscription, listSubscriptions } from "@app/services/admin/subscriptions";
import { banUser, changeRole, unbanUser } from "@app/services/admin/user-actions";
import { getUser, listUsers } from "@app/services/admin/users";
import { getWebhookEvent, listWebhookEvents, replayEvent } from "@app/services/admin/webhook-events";
import { listApiKeys, revokeApiKey } from "@app/services/api-keys/api-keys";
import { adjustCreditsOnce } from "@app/services/credits/adjust-credits";
import { onReplica } from "@app/services/platform/replica";
import { checkSystem } from "@app/services/system/check-system";
import { getSystemStatus } from "@app/services/system/system-status";
import { z } from "zod";
import { adminProcedure, router } from "../trpc";
import { filterText } from "./pagination";

const userId = { userId: requiredId("userId") };

/** Longer than other cursors: it contains the value the list is ordered by, which may be an e-mail address. */
const CURSOR_MAX_CHARACTERS = 600;
const cursor = optionalText("cursor", CURSOR_MAX_CHARACTERS);

/** The periods of the daily statistics. */
const DAYS = [30, 90] as const;
/** An export reads larger pages. */
const EXPORT_CHUNK_ENTRIES = 1_000;

const CREDITS_TEXT = "credits must be a whole number above 0";
const SEEN_GRANTED_TEXT = "seenGranted must be a whole number";

const LedgerInput = z.object({
  user: filterText("user"),
  reason: filterText("reason"),
  from: optionalDate("from"),
  until: optionalDate("until"),
  cursor,
});

const users = router({
  list: adminProcedure
    .input(
      z.object({
        search: filterText("search"),
        sort: optionalChoice("sort", USER_SORTS),
        direction: optionalChoice("direction", SORT_DIRECTIONS),
        cursor,
      }),
    )
    .query(({ ctx, input }) => listUsers(onReplica(ctx.service), input)),
  get: adminProcedure.input(z.object(userId)).query(({ ctx, input }) => getUser(ctx.service, input)),
  generations: adminProcedure
    .input(z.object({ ...userId, cursor }))
    .query(({ ctx, input }) => listUserGenerations(ctx.service, input)),
  adjustCredits: adminProcedure
    .input(AdjustCreditsInput.extend(userId))
    .mutation(({ ctx, input }) => adjustCreditsOnce(ctx.service, input)),
  changeSubscription: adminProcedure
    .input(ChangeSubscriptionInput.extend({ ...userId, seenPlanKey: optionalChoice("seenPlanKey", PLAN_KEYS) }))
    .mutation(({ ctx, input }) => changeSubscription(ctx.service, input)),
  ban: adminProcedure
    .input(BanInput.extend({ ...userId, seenBanned: optionalBoolean("seenBanned") }))
    .mutation(({ ctx, input }) => banUser(ctx.service, input)),
  unban: adminProcedure
    .input(z.object({ ...userId, seenBan: BanInput.optional() }))
    .mutation(({ ctx, input }) => unbanUser(ctx.service, input)),
  changeRole: adminProcedure
    .input(RoleInput.extend(userId))
    .mutation(({ ctx, input }) => changeRole(ctx.service, input)),
});

const eventId = { eventId: requiredId("eventId") };

const webhookEvents = router({
  list: adminProcedure
    .input(
      z.object({
        outcome: filterText("outcome"),
        eventType: filterText("eventType"),
        search: filterText("search"),
        cursor,
      }),
    )
    .query(({ ctx, input }) => listWebhookEvents(onReplica(ctx.service), input)),
  get: adminProcedure.input(z.object(eventId)).query(({ ctx, input }) => getWebhookEvent(ctx.service, input)),
  replay: adminProcedure.input(z.object(eventId)).mutation(({ ctx, input }) => replayEvent(ctx.service, input)),
});

const schedules = router({
  list: adminProcedure
    .input(z.object({ overdueOnly: optionalBoolean("overdueOnly"), search: filterText("search"), cursor }))
    .query(({ ctx, input }) => listSchedules(ctx.service, input)),
  run: adminProcedure.mutation(({ ctx }) => runSchedules(ctx.service)),
  pause: adminProcedure
    .input(z.object({ scheduleId: requiredId("scheduleId") }))
    .mutation(({ ctx, input }) => pauseSchedule(ctx.service, { ...input, isPaused: true })),
  resume: adminProcedure
    .input(z.object({ scheduleId: requiredId("scheduleId"), seenUpdatedAt: optionalDate("seenUpdatedAt") }))
    .mutation(({ ctx, input }) => pauseSchedule(ctx.service, { ...input, isPaused: false })),
});

const paymentId = { paymentId: requiredId("paymentId") };
/** Longer than any reason that the service writes. */
const ATTENTION_MAX_CHARACTERS = 10_000;
const attention = optionalText("attention", ATTENTION_MAX_CHARACTERS);

/** Payments that need an administrator's attention. */
const paymentCases = router({
  list: adminProcedure.input(z.object({ cursor })).query(({ ctx, input }) => listPaymentCases(ctx.service, input)),
  takeBack: adminProcedure
    .input(
      z.object({
        ...paymentId,
        credits: z.int({ error: CREDITS_TEXT }).positive({ error: CREDITS_TEXT }).optional(),
        attention,
        seenGranted: z.int({ error: SEEN_GRANTED_TEXT }).optional(),
      }),
    )
    .mutation(({ ctx, input }) => takeBackCredits(ctx.service, input)),
  dismiss: adminProcedure
    .input(z.object({ ...paymentId, attention }))
    .mutation(({ ctx, input }) => dismissPaymentCase(ctx.service, input)),
});

/** Versions, times of the last runs, and checks of everything that the service needs. */
const system = router({
  status: adminProcedure.query(({ ctx }) => getSystemStatus(ctx.service)),
  /** A mutation: it stores and deletes a probe, and calls other services. */
  check: adminProcedure.mutation(({ ctx }) => checkSystem(ctx.service)),
});

/** API keys of any user. */
const apiKeys = router({
  list: adminProcedure.input(z.object(userId)).query(({ ctx, input }) => listApiKeys(ctx.service, input.userId)),
  revoke: adminProcedure
    .input(z.object({ ...userId, keyId: requiredId("keyId") }))
    .mutation(({ ctx, input }) => revokeApiKey(ctx.service, { keyId: input.keyId, ownerId: input.userId })),
});

export const adminRouter = router({
  apiKeys,
  statistics: adminProcedure.query(({ ctx }) => getStatistics(onReplica(ctx.service))),
  dailyStatistics: adminProcedure
    .input(z.object({ days: z.literal(DAYS, { error: `days must be one of ${DAYS.join(", ")}` }) }))
    .query(({ ctx, input }) => getDailyStatistics(onReplica(ctx.service), input)),
  users,
  schedules,
  paymentCases,
  subscriptions: adminProcedure
    .input(z.object({ status: filterText("status"), search: filterText("search"), cursor }))
    .query(({ ctx, input }) => listSubscriptions(onReplica(ctx.service), input)),
  /** Subscriptions canceled by an administrator whose cancellation at the provider failed. */
  failedCancellations: adminProcedure.query(({ ctx }) => listFailedCancellations(ctx.service)),
  ledger: adminProcedure.input(LedgerInput).query(({ ctx, input }) => listLedgerEntries(onReplica(ctx.service), input)),
  /** The same entries in larger pages, for the export. */
  ledgerExport: adminProcedure
    .input(LedgerInput)
    .query(({ ctx, input }) => listLedgerEntries(onReplica(ctx.service), input, EXPORT_CHUNK_ENTRIES)),
  payments: adminProcedure
    .input(z.object({ search: filterText("search"), userId: filterText("userId"), cursor }))
    .query(({ ctx, input }) => listPayments(onReplica(ctx.service), input)),
  auditLog: adminProcedure
    .input(
      z.object({ action: filterText("action"), actor: filterText("actor"), targetId: filterText("targetId"), cursor }),
    )
    .query(({ ctx, input }) => listAuditLog(onReplica(ctx.service), input)),
  /** Reads the whole ledger, so it runs on request only. */
  verifyLedger: adminProcedure.query(({ ctx }) => checkLedger(ctx.service)),
  webhookEvents,
  system,
  refundGeneration: adminProcedure
    .input(z.object({ generationId: requiredId("generationId") }))
    .mutation(({ ctx, input }) => refundGeneration(ctx.service, input)),
});
