import { TRPCError } from "@trpc/server";
import type { apiCaller } from "~/trpc/caller.server";
import type { Generation } from "./generation";

type Api = Awaited<ReturnType<typeof apiCaller>>;

/** Loads the generation that the URL opens. Null if it does not exist, so that the list still renders. */
export async function loadOpenedGeneration(api: Api, id: string | null): Promise<Generation | null> {
  if (!id) return null;
  try {
    return await api.history.get({ id });
  } catch (error) {
    if (error instanceof TRPCError && (error.code === "NOT_FOUND" || error.code === "BAD_REQUEST")) return null;
    throw error;
  }
}
