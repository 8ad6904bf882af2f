import type { LoaderFunctionArgs } from "@remix-run/node";

/** Pages for signed-in users redirect crawlers to the sign-in form, so there is nothing to read. Shared works are for those with the link. */
const DISALLOWED = [
  "/api/",
  "/account",
  "/admin",
  "/billing",
  "/chat",
  "/dashboard",
  "/history",
  "/image",
  "/video",
  "/s/",
  "/*/s/",
];

/** GET /robots.txt */
export function loader({ context }: LoaderFunctionArgs): Response {
  const lines = [
    "User-agent: *",
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    `Sitemap: ${context.deps.env.APP_URL}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}
