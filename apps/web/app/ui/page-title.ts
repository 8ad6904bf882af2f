import type { MetaDescriptor } from "@remix-run/node";

/** A page's title as browsers show it. */
export function pageTitle(title: string): MetaDescriptor[] {
  return [{ title: `${title} · Genmint` }];
}
