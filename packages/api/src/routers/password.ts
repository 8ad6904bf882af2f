import { RequestPasswordResetInput, ResetPasswordInput } from "@app/core/users/password-reset-input";
import { requestPasswordReset } from "@app/services/account/request-password-reset";
import { resetPassword } from "@app/services/account/reset-password";
import { mailHits } from "@app/services/limits/sign-in-hits";
import { takeHits } from "@app/services/limits/take-hits";
import { publicProcedure, router } from "../trpc";

export const passwordRouter = router({
  /** The same answer whether or not the address has an account. */
  requestReset: publicProcedure.input(RequestPasswordResetInput).mutation(async ({ ctx, input }) => {
    await takeHits(ctx.service, mailHits(ctx.clientAddress, input.email));
    return requestPasswordReset(ctx.service, input);
  }),
  reset: publicProcedure.input(ResetPasswordInput).mutation(({ ctx, input }) => resetPassword(ctx.service, input)),
});
