import { chromium } from "@playwright/test";
const base = "http://localhost:3100";
const sandbox = "http://127.0.0.1:3101";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
async function signIn(email: string, password: string, opts: any) {
  const ctx = await browser.newContext({ ...opts, baseURL: base });
  const page = await ctx.newPage();
  await page.goto("/sign-in");
  await page.getByLabel(/e-mail/i).first().fill(email);
  await page.getByLabel(/^password/i).first().fill(password);
  await page.getByRole("button", { name: /^sign in$/i }).first().click();
  await page.waitForURL(/dashboard/);
  return { ctx, page };
}
const { ctx, page } = await signIn("newcomer@genmint.test", "newcomer-genmint", { viewport: { width: 1440, height: 1000 } });
// buy a yearly plan and a pack, over the API
for (const key of ["starter_yearly", "pack_200"]) {
  const res = await page.request.post("/api/payments/provider/checkout", { data: { key, successUrl: base + "/billing", cancelUrl: base + "/billing" } });
  const { url } = await res.json();
  await page.goto(url);
  await page.getByRole("button", { name: /^pay/i }).first().click();
  await page.waitForTimeout(1500);
}
const api = await (await fetch(sandbox + "/simulate", {})).text().catch(() => "");
await page.goto(sandbox + "/");
await page.screenshot({ path: "/tmp/shots/sandbox.png", fullPage: true });
console.log((await page.locator("a").allTextContents()).join("|"));
await page.goto(base + "/billing");
await page.waitForLoadState("networkidle");
await page.screenshot({ path: "/tmp/shots/billing-1440.png", fullPage: true });
await ctx.close();
await browser.close();
