import { AppError } from "@app/core/errors";
import type { ConfigurablePart, ServiceContext } from "../context";

const MESSAGES: Record<ConfigurablePart, string> = {
  chat: "Chat is not configured",
  image: "Image generation is not configured",
  video: "Video generation is not configured",
  payment: "Payments are not configured",
};

/** @throws AppError `not_configured` when this part has no configuration */
export function requireConfigured({ config }: ServiceContext, part: ConfigurablePart): void {
  if (config.unconfigured.has(part)) throw new AppError("not_configured", MESSAGES[part]);
}
