import type { MetaArgs, MetaDescriptor } from "@remix-run/node";

interface SiteMeta {
  title: string;
  description: string;
}

const PREVIEW_IMAGE = { path: "/og.png", width: "1200", height: "630" };

/** Meta tags of a public page for search engines and link previews. */
export function siteMeta({ location, matches }: MetaArgs, { title, description }: SiteMeta): MetaDescriptor[] {
  const url = `${originOf(matches)}${location.pathname}`;
  const imageUrl = `${originOf(matches)}${PREVIEW_IMAGE.path}`;
  return [
    { title },
    { name: "description", content: description },
    { property: "og:site_name", content: "Genmint" },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: imageUrl },
    { property: "og:image:width", content: PREVIEW_IMAGE.width },
    { property: "og:image:height", content: PREVIEW_IMAGE.height },
    { name: "twitter:card", content: "summary_large_image" },
    { tagName: "link", rel: "canonical", href: url },
  ];
}

/** Reads the public origin of the service from the data of the root loader. */
function originOf(matches: MetaArgs["matches"]): string {
  const data: unknown = matches.find(({ id }) => id === "root")?.data;
  return typeof data === "object" && data !== null && "origin" in data ? String(data.origin) : "";
}
