import { chromium } from "@playwright/test";
const base = "http://localhost:3100";
const sandbox = "http://127.0.0.1:3101";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
const p = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
await p.goto(sandbox + "/");
await p.getByRole("link", { name: "Payment provider" }).click();
await p.waitForTimeout(500);
await p.screenshot({ path: "/tmp/shots/provider.png", fullPage: true });
console.log(p.url(), (await p.locator("button").allTextContents()).join("|"));
const refund = p.getByRole("button", { name: /^refund/i });
console.log("refund buttons", await refund.count());
const n = await refund.count();
if (n > 0) { await refund.nth(0).click(); await p.waitForTimeout(1500); }
await p.goto(p.url());
const dispute = p.getByRole("button", { name: /dispute/i });
if (await dispute.count() > 0) { await dispute.nth(Math.min(1, (await dispute.count()) - 1)).click(); await p.waitForTimeout(1500); }
for (const scheme of ["light", "dark"] as const) for (const width of [1440, 390]) {
  const ctx = await browser.newContext({ baseURL: base, viewport: { width, height: 900 }, colorScheme: scheme });
  const page = await ctx.newPage();
  await page.goto("/sign-in");
  await page.getByLabel(/e-mail/i).first().fill("admin@genmint.test");
  await page.getByLabel(/^password/i).first().fill("admin-genmint");
  await page.getByRole("button", { name: /^sign in$/i }).first().click();
  await page.waitForURL(/dashboard/);
  for (const [name, path] of [["admin", "/admin"], ["schedules", "/admin/schedules"], ["payments", "/admin/payments"]]) {
    await page.goto(path!);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: `/tmp/shots/${name}-${width}-${scheme}.png`, fullPage: name !== "admin" });
  }
  await ctx.close();
}
const ctx = await browser.newContext({ baseURL: base, viewport: { width: 390, height: 900 } });
const page = await ctx.newPage();
await page.goto("/sign-in");
await page.getByLabel(/e-mail/i).first().fill("newcomer@genmint.test");
await page.getByLabel(/^password/i).first().fill("newcomer-genmint");
await page.getByRole("button", { name: /^sign in$/i }).first().click();
await page.waitForURL(/dashboard/);
await page.goto("/billing"); await page.waitForLoadState("networkidle");
await page.screenshot({ path: `/tmp/shots/billing-390.png`, fullPage: true });
await browser.close();
