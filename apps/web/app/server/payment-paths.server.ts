import { AppError } from "@app/core/errors";
import type { Env } from "./env.server";

/**
 * The segment of payment paths that stands for the provider: its name, or the word itself.
 * @throws AppError `not_found` for any other
 */
export function requireProvider(params: Readonly<Record<string, string | undefined>>, env: Env): void {
  const provider = params["provider"];
  if (provider !== "provider" && provider !== env.PROVIDER_NAME) throw new AppError("not_found", "Not found");
}
