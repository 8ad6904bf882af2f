import type { Actor } from "@app/services/context";
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findLocale, localePath } from "~/i18n/locale";

/** A longer way back is forgotten: clients and proxies refuse answers whose headers are too long. */
const RETURN_QUERY_MAX_CHARACTERS = 4_000;

/** The signed-in user of a page, or a redirect to the sign-in page that leads back here. Not found in what is no language. */
export async function requirePageUser({ context, params, request }: LoaderFunctionArgs): Promise<Actor> {
  requireLocale(params["locale"]);
  const session = await context.session();
  if (session.kind === "active") return session.actor;
  const query = session.kind === "banned" ? new URLSearchParams({ error: "Banned" }) : returnQuery(request.url);
  throw redirect(localePath(params["locale"], `/sign-in${query.size === 0 ? "" : `?${query}`}`));
}

function returnQuery(url: string): URLSearchParams {
  const { pathname, search } = new URL(url);
  const query = new URLSearchParams({ callbackUrl: `${pathname}${search}` });
  return query.toString().length > RETURN_QUERY_MAX_CHARACTERS ? new URLSearchParams() : query;
}

/** An administrator, or a redirect to the dashboard. */
export async function requirePageAdmin(args: LoaderFunctionArgs): Promise<Actor> {
  const actor = await requirePageUser(args);
  if (actor.role !== "admin") throw redirect(localePath(args.params["locale"], "/dashboard"));
  return actor;
}

/** Refuses a first path segment that is no language. */
export function requireLocale(segment: string | undefined): void {
  if (findLocale(segment) === undefined) throw new Response(null, { status: 404 });
}
