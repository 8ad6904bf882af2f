import type { MetaDescriptor } from "@remix-run/node";

/** The document title with the product's name. */
export function pageTitle(title: string): MetaDescriptor[] {
  return [{ title: `${title} · Genmint` }];
}
