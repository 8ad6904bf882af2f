import { describe, expect, it } from "vitest";
import { useWholeApp } from "../../../test/whole-app";

const ORIGIN = "https://genmint.example";
const app = useWholeApp({ APP_URL: ORIGIN });

describe("GET /sitemap.xml", () => {
  it("200: the public pages in both languages, each of which answers 200", async () => {
    const response = await fetch(`${app.url}/sitemap.xml`);
    expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const addresses = [...(await response.text()).matchAll(/<loc>(.+?)<\/loc>/g)].map((match) => match[1] ?? "");
    expect(addresses).toContain(`${ORIGIN}/`);
    expect(addresses).toContain(`${ORIGIN}/zh/pricing`);
    for (const address of addresses) {
      const page = await fetch(address.replace(ORIGIN, app.url), { redirect: "manual" });
      expect(page.status, address).toBe(200);
      // An unread response keeps its connection, and a stopping server waits for it.
      await page.text();
    }
  });
});

describe("GET /robots.txt", () => {
  it("200: keeps crawlers from pages for signed-in users, and names the sitemap", async () => {
    const response = await fetch(`${app.url}/robots.txt`);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const text = await response.text();
    expect(text).toContain("Disallow: /admin\n");
    expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml\n`);
  });
});
