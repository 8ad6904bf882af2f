import type { Clients, ServiceContext } from "../src/context";

/** The same context with these parties played; a use case that reaches for any other still fails. */
export function withClients<Context extends ServiceContext>(ctx: Context, played: Partial<Clients>): Context {
  return { ...ctx, clients: Object.assign(Object.create(ctx.clients), played) };
}
