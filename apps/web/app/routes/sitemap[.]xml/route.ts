import type { LoaderFunctionArgs } from "@remix-run/node";
import { DEFAULT_LOCALE, LOCALES, pathInLocale } from "~/i18n/locale";

/** The pages that search engines should find. */
const PUBLIC_PAGES = ["/", "/pricing", "/developers", "/sign-in", "/sign-up", "/terms", "/privacy", "/contact"];

/** GET /sitemap.xml: the public pages in every language, each with its translations. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { APP_URL: origin } = context.deps.env;
  const addressOf = (page: string, locale: string) => escapeXml(`${origin}${pathInLocale(page, locale)}`);
  const alternate = (language: string, address: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
  const entries = PUBLIC_PAGES.flatMap((page) => {
    const alternates = [
      ...LOCALES.map((locale) => alternate(locale, addressOf(page, locale))),
      alternate("x-default", addressOf(page, DEFAULT_LOCALE)),
    ].join("");
    return LOCALES.map((locale) => `<url><loc>${addressOf(page, locale)}</loc>${alternates}</url>`);
  });
  const document = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    "</urlset>",
  ];
  return new Response(`${document.join("\n")}\n`, {
    headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
