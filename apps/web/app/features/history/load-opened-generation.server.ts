import { TRPCError } from "@trpc/server";
import type { apiCaller } from "~/trpc/caller.server";
import type { GenerationDetail } from "./generation";

type Api = Awaited<ReturnType<typeof apiCaller>>;

/** The one an address opens; null for one that is not there, which spoils its own view and not the whole page. */
export async function loadOpenedGeneration(api: Api, id: string | null): Promise<GenerationDetail | null> {
  if (!id) return null;
  try {
    return await api.history.get({ id });
  } catch (error) {
    if (error instanceof TRPCError && (error.code === "NOT_FOUND" || error.code === "BAD_REQUEST")) return null;
    throw error;
  }
}
