import { ChangeNameInput } from "@app/core/account/change-name-input";
import { ChangePasswordInput } from "@app/core/account/change-password-input";
import { DeleteAccountInput } from "@app/core/account/delete-account-input";
import { requiredId } from "@app/core/input/id";
import { RequestVerificationInput, VerifyEmailInput } from "@app/core/users/verification-input";
import { changeName } from "@app/services/account/change-name";
import { changePassword } from "@app/services/account/change-password";
import { deleteAccount } from "@app/services/account/delete-account";
import { endOtherSessions } from "@app/services/account/end-other-sessions";
import { endSession } from "@app/services/account/end-session";
import { getAccount } from "@app/services/account/get-account";
import { listSessions } from "@app/services/account/list-sessions";
import { requestVerification } from "@app/services/account/request-verification";
import { verifyEmail } from "@app/services/account/verify-email";
import { z } from "zod";
import { publicProcedure, router, userProcedure, withCurrentSession } from "../trpc";

const sessionProcedure = userProcedure.use(withCurrentSession);

export const accountRouter = router({
  overview: userProcedure.query(({ ctx }) => getAccount(ctx.service)),
  changeName: userProcedure.input(ChangeNameInput).mutation(({ ctx, input }) => changeName(ctx.service, input)),
  changePassword: sessionProcedure.input(ChangePasswordInput).mutation(async ({ ctx, input }) => {
    const session = await changePassword(ctx.service, { ...input, currentToken: ctx.currentToken });
    await ctx.setSession(session, ctx.service.actor.id);
    return { success: true };
  }),
  requestVerification: userProcedure
    .input(RequestVerificationInput)
    .mutation(({ ctx, input }) => requestVerification(ctx.service, input, ctx)),
  /** Whoever has the link may be signed out, or somebody else. */
  verifyEmail: publicProcedure.input(VerifyEmailInput).mutation(({ ctx, input }) => {
    const openedBy = ctx.session.kind === "active" ? ctx.session.actor.id : null;
    return verifyEmail(ctx.service, { ...input, openedBy });
  }),
  sessions: sessionProcedure.query(({ ctx }) => listSessions(ctx.service, ctx)),
  endSession: userProcedure
    .input(z.object({ sessionId: requiredId("sessionId") }))
    .mutation(({ ctx, input }) => endSession(ctx.service, input)),
  endOtherSessions: sessionProcedure.mutation(({ ctx }) => endOtherSessions(ctx.service, ctx)),
  delete: userProcedure.input(DeleteAccountInput).mutation(({ ctx, input }) => deleteAccount(ctx.service, input)),
});
