import {
  ChangeMailsInput,
  ChangeNameInput,
  ChangePasswordInput,
  DeleteAccountInput,
  RequestPasswordResetInput,
  RequestVerificationInput,
  ResetPasswordInput,
  VerifyEmailInput,
} from "@app/core/account/account-input";
import { CreateApiKeyInput } from "@app/core/api-keys/api-key";
import { requiredId } from "@app/core/input/fields";
import { BeginSecondFactorInput, CodeInput, DisableSecondFactorInput } from "@app/core/second-factor/second-factor";
import { getDashboard } from "@app/services/account/dashboard";
import { deleteAccount } from "@app/services/account/delete-account";
import { requestVerification, verifyEmail } from "@app/services/account/email-verification";
import { endOtherSessions, endSession, listSessions } from "@app/services/account/manage-sessions";
import { changePassword } from "@app/services/account/password";
import { requestPasswordReset, resetPassword } from "@app/services/account/password-reset";
import { changeMails, changeName, getAccount } from "@app/services/account/profile";
import { createApiKey, listApiKeys, revokeApiKey } from "@app/services/api-keys/api-keys";
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
} from "@app/services/second-factor/enrolment";
import { z } from "zod";
import { adminProcedure, publicProcedure, router, userProcedure, withCurrentSession } from "../trpc";

const sessionProcedure = userProcedure.use(withCurrentSession);

export const accountRouter = router({
  overview: userProcedure.query(({ ctx }) => getAccount(ctx.service)),
  changeMails: userProcedure.input(ChangeMailsInput).mutation(({ ctx, input }) => changeMails(ctx.service, input)),
  changeName: userProcedure.input(ChangeNameInput).mutation(({ ctx, input }) => changeName(ctx.service, input)),
  changePassword: sessionProcedure.input(ChangePasswordInput).mutation(async ({ ctx, input }) => {
    const session = await changePassword(ctx.service, { ...input, currentToken: ctx.currentToken });
    await ctx.setSession(session, ctx.service.actor.id);
    return { success: true };
  }),
  requestVerification: userProcedure
    .input(RequestVerificationInput)
    .mutation(({ ctx, input }) => requestVerification(ctx.service, input, ctx)),
  /** Public: the link may be opened in a browser that is signed out, or signed in to another account. */
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

export const passwordRouter = router({
  /** The response does not reveal whether the address has an account. */
  requestReset: publicProcedure
    .input(RequestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.service, input, ctx)),
  reset: publicProcedure.input(ResetPasswordInput).mutation(({ ctx, input }) => resetPassword(ctx.service, input)),
});

/** Only administrators can turn it on. A former administrator can still turn it off. */
export const secondFactorRouter = router({
  state: userProcedure.query(({ ctx }) => getSecondFactor(ctx.service)),
  begin: adminProcedure
    .input(BeginSecondFactorInput)
    .mutation(({ ctx, input }) => beginSecondFactor(ctx.service, input)),
  confirm: adminProcedure
    .use(withCurrentSession)
    .input(CodeInput)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx.service, { ...input, currentToken: ctx.currentToken })),
  disable: userProcedure
    .input(DisableSecondFactorInput)
    .mutation(({ ctx, input }) => disableSecondFactor(ctx.service, input)),
});

export const meRouter = router({
  /** The signed-in user, or null. */
  current: publicProcedure.query(({ ctx }) => (ctx.session.kind === "active" ? ctx.session.actor : null)),
  dashboard: userProcedure.query(({ ctx }) => getDashboard(ctx.service)),
});

/** API keys of the user. They are created and revoked with a session only: no procedure takes a key. */
export const apiKeysRouter = router({
  list: userProcedure.query(({ ctx }) => listApiKeys(ctx.service, ctx.service.actor.id)),
  create: userProcedure.input(CreateApiKeyInput).mutation(({ ctx, input }) => createApiKey(ctx.service, input)),
  revoke: userProcedure
    .input(z.object({ keyId: requiredId("keyId") }))
    .mutation(({ ctx, input }) => revokeApiKey(ctx.service, { ...input, ownerId: ctx.service.actor.id })),
});
