import { BeginSecondFactorInput, CodeInput, DisableSecondFactorInput } from "@app/core/account/second-factor-input";
import { beginSecondFactor } from "@app/services/second-factor/begin-second-factor";
import { confirmSecondFactor } from "@app/services/second-factor/confirm-second-factor";
import { disableSecondFactor } from "@app/services/second-factor/disable-second-factor";
import { getSecondFactor } from "@app/services/second-factor/get-second-factor";
import { adminProcedure, router, userProcedure, withCurrentSession } from "../trpc";

/** For administrators to turn on. Whoever loses the role keeps it, and may turn it off. */
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
