import { RequestPasswordResetInput, ResetPasswordInput } from "@app/core/users/password-reset-input";
import { requestPasswordReset } from "@app/services/account/request-password-reset";
import { resetPassword } from "@app/services/account/reset-password";
import { publicProcedure, router } from "../trpc";

export const passwordRouter = router({
  /** The same answer whether or not the address has an account. */
  requestReset: publicProcedure
    .input(RequestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.service, input, ctx)),
  reset: publicProcedure.input(ResetPasswordInput).mutation(({ ctx, input }) => resetPassword(ctx.service, input)),
});
