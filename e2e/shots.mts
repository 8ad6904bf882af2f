import { chromium } from "@playwright/test";
const base = process.env["BASE"] ?? "http://localhost:3900"; const out = process.env["OUT"] ?? "/tmp/shots";
const pages = (process.env["PAGES"] ?? "/,/dashboard").split(","); const widths=(process.env["W"]??"1440,390").split(",").map(Number); const schemes=(process.env["S"]??"light,dark").split(",") as ("light"|"dark")[];
const who = process.env["WHO"] ?? "Customer";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const w of widths) for (const s of schemes) {
  const c = await b.newContext({ viewport: { width: w, height: 900 }, colorScheme: s, reducedMotion: "reduce" });
  const p = await c.newPage();
  p.on("console", (m) => { if (m.type() === "error") console.log(w, s, m.text().slice(0, 200)); });
  if (who !== "none") { await p.goto(base + "/sign-in"); await p.getByRole("button", { name: who }).click(); await p.waitForURL(/dashboard|admin/); }
  for (const path of pages) { await p.goto(base + path); await p.waitForTimeout(1200); await p.screenshot({ path: `${out}/${path.replace(/\W+/g, "_")}-${w}-${s}.png`, fullPage: process.env["FULL"] === "1" }); }
  await c.close();
}
await b.close();
