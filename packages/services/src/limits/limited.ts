import type { UserContext } from "../context";
import type { LimitName } from "./limits";
import { consumeRateLimits } from "./take-hits";

type UseCase<Input, Result> = (ctx: UserContext, input: Input) => Promise<Result>;

/** The use case, as often as one user may ask for it. A request that is refused has charged and written nothing. */
export function rateLimited<Input, Result>(limit: LimitName, useCase: UseCase<Input, Result>): UseCase<Input, Result> {
  return async (ctx, input) => {
    await consumeRateLimits(ctx, [{ limit, subject: ctx.actor.id }]);
    return useCase(ctx, input);
  };
}
