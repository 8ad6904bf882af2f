import { AppError } from "@app/core/errors";
import type { ConfigurablePart, ServiceContext, UserContext } from "../context";

const MESSAGES: Record<ConfigurablePart, string> = {
  chat: "Chat is not configured",
  image: "Image generation is not configured",
  video: "Video generation is not configured",
  payment: "Payments are not configured",
};

/** @throws AppError `not_configured` where the configuration leaves this part out */
export function requireConfigured({ config }: ServiceContext, part: ConfigurablePart): void {
  if (config.unconfigured.has(part)) throw new AppError("not_configured", MESSAGES[part]);
}

type UseCase<Input, Result> = (ctx: UserContext, input: Input) => Promise<Result>;

/** The use case, where the part it needs is configured. A request that is refused has charged and written nothing. */
export function whereConfigured<Input, Result>(
  part: ConfigurablePart,
  useCase: UseCase<Input, Result>,
): UseCase<Input, Result> {
  return async (ctx, input) => {
    requireConfigured(ctx, part);
    return useCase(ctx, input);
  };
}
