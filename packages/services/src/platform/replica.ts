import type { ServiceContext } from "../context";

/**
 * A context that reads from the replica (DATABASE_READ_URL). For administrators' lists, statistics and exports: they may be
 * seconds old, and must not slow down what users wait for. For reads only, and not for decisions.
 */
export function onReplica<Context extends ServiceContext>(ctx: Context): Context {
  return { ...ctx, db: ctx.replica };
}
