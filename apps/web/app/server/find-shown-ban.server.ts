import type { Ban } from "@app/core/users/ban";
import { getBan } from "@app/services/account/get-ban";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { readBanTicket } from "./ban-ticket.server";

/** The reader's own ban: known by a live session, or by the right password a moment ago. */
export async function findBanOfVisitor({ context, request }: LoaderFunctionArgs): Promise<Ban | null> {
  const session = await context.session();
  if (session.kind === "banned") return session.ban;
  const ticket = new URL(request.url).searchParams.get("ban") ?? "";
  const { env, service } = context.deps;
  const userId = readBanTicket(env.AUTH_SECRET, ticket, service.now());
  return userId === null ? null : getBan(service, userId);
}
