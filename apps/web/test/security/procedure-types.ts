import { createAppRouter } from "@app/api/root";
import type { AnyTRPCProcedure } from "@trpc/server";

const { procedures } = createAppRouter({ videoMaxDurationSeconds: 1 })._def;

/** Typed as they are nested, kept by their whole names. */
const byName = procedures as unknown as Record<string, AnyTRPCProcedure>;

/** Every procedure there is, as the router has it, and whether it reads or writes. */
export const PROCEDURE_TYPES: ReadonlyMap<string, "query" | "mutation"> = new Map(
  Object.entries(byName).map(([name, { _def }]) => {
    if (_def.type === "subscription") throw new Error(`${name} is a subscription, which nothing here can call`);
    return [name, _def.type];
  }),
);
