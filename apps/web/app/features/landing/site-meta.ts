import type { MetaArgs, MetaDescriptor } from "@remix-run/node";

interface SiteMeta {
  title: string;
  description: string;
}

const PICTURE = { path: "/og.png", width: "1200", height: "630" };

/** What search engines and links shared elsewhere show of a public page. */
export function siteMeta({ location, matches }: MetaArgs, { title, description }: SiteMeta): MetaDescriptor[] {
  const url = `${originOf(matches)}${location.pathname}`;
  const picture = `${originOf(matches)}${PICTURE.path}`;
  return [
    { title },
    { name: "description", content: description },
    { property: "og:site_name", content: "Genmint" },
    { property: "og:type", content: "website" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: picture },
    { property: "og:image:width", content: PICTURE.width },
    { property: "og:image:height", content: PICTURE.height },
    { name: "twitter:card", content: "summary_large_image" },
    { tagName: "link", rel: "canonical", href: url },
  ];
}

/** The root's loader knows the service's address. */
function originOf(matches: MetaArgs["matches"]): string {
  const data: unknown = matches.find(({ id }) => id === "root")?.data;
  return typeof data === "object" && data !== null && "origin" in data ? String(data.origin) : "";
}
