import { ChangeSubscriptionInput } from "@app/core/billing/change-subscription-input";
import { AdjustCreditsInput } from "@app/core/credits/adjust-credits-input";
import { requiredId } from "@app/core/input/id";
import { BanInput } from "@app/core/users/ban-input";
import { RoleInput } from "@app/core/users/role-input";
import { banUser } from "@app/services/admin/ban-user";
import { changeRole } from "@app/services/admin/change-role";
import { changeSubscription } from "@app/services/admin/change-subscription";
import { checkLedger } from "@app/services/admin/check-ledger";
import { getStatistics } from "@app/services/admin/get-statistics";
import { getUser } from "@app/services/admin/get-user";
import { getWebhookEvent } from "@app/services/admin/get-webhook-event";
import { listLedgerEntries } from "@app/services/admin/list-ledger-entries";
import { listSubscriptions } from "@app/services/admin/list-subscriptions";
import { listUsers } from "@app/services/admin/list-users";
import { listWebhookEvents } from "@app/services/admin/list-webhook-events";
import { refundGeneration } from "@app/services/admin/refund-generation";
import { unbanUser } from "@app/services/admin/unban-user";
import { replayWebhookEvent } from "@app/services/billing/replay-webhook-event";
import { adjustCredits } from "@app/services/credits/adjust-credits";
import { z } from "zod";
import { adminProcedure, router } from "../trpc";
import { cursor, filterText } from "./inputs";
import { ledgerCursor } from "./ledger-cursor";

const userId = { userId: requiredId("userId") };

const LedgerInput = z.object({
  user: filterText("user"),
  reason: filterText("reason"),
  from: z.date({ error: "from must be a date" }).optional(),
  until: z.date({ error: "until must be a date" }).optional(),
  cursor: ledgerCursor,
});

const users = router({
  list: adminProcedure
    .input(z.object({ search: filterText("search"), cursor }))
    .query(({ ctx, input }) => listUsers(ctx.service, input)),
  get: adminProcedure.input(z.object(userId)).query(({ ctx, input }) => getUser(ctx.service, input)),
  adjustCredits: adminProcedure
    .input(AdjustCreditsInput.extend(userId))
    .mutation(({ ctx, input }) => adjustCredits(ctx.service, input)),
  changeSubscription: adminProcedure
    .input(ChangeSubscriptionInput.extend(userId))
    .mutation(({ ctx, input }) => changeSubscription(ctx.service, input)),
  ban: adminProcedure.input(BanInput.extend(userId)).mutation(({ ctx, input }) => banUser(ctx.service, input)),
  unban: adminProcedure.input(z.object(userId)).mutation(({ ctx, input }) => unbanUser(ctx.service, input)),
  changeRole: adminProcedure
    .input(RoleInput.extend(userId))
    .mutation(({ ctx, input }) => changeRole(ctx.service, input)),
});

const eventId = { eventId: requiredId("eventId") };

const webhookEvents = router({
  list: adminProcedure
    .input(z.object({ outcome: filterText("outcome"), eventType: filterText("eventType"), cursor }))
    .query(({ ctx, input }) => listWebhookEvents(ctx.service, input)),
  get: adminProcedure.input(z.object(eventId)).query(({ ctx, input }) => getWebhookEvent(ctx.service, input)),
  replay: adminProcedure
    .input(z.object(eventId))
    .mutation(({ ctx, input }) => replayWebhookEvent(ctx.service, input.eventId)),
});

export const adminRouter = router({
  statistics: adminProcedure.query(({ ctx }) => getStatistics(ctx.service)),
  users,
  subscriptions: adminProcedure
    .input(z.object({ status: filterText("status"), cursor }))
    .query(({ ctx, input }) => listSubscriptions(ctx.service, input)),
  ledger: adminProcedure.input(LedgerInput).query(({ ctx, input }) => listLedgerEntries(ctx.service, input)),
  /** Reads the whole ledger: run when someone asks. */
  verifyLedger: adminProcedure.query(({ ctx }) => checkLedger(ctx.service)),
  webhookEvents,
  refundGeneration: adminProcedure
    .input(z.object({ generationId: requiredId("generationId") }))
    .mutation(({ ctx, input }) => refundGeneration(ctx.service, input)),
});
