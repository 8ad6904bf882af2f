// pnpm page:speed [path …]: how fast pages appear on a slow phone, measured in Chromium on the production build with the demo's data.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os, { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { startDemoStack } from "../../scripts/dev/demo-stack";
import { findChromium } from "../../scripts/test/find-chromium";
import { findFreePorts, startService } from "../../scripts/test/start-service";
import { ADMIN, signIn } from "../tests/test-user";
import { loadSlowly, type PageLoad } from "./page-load";

interface MeasuredPage {
  path: string;
  account?: { email: string; password: string };
}

const CUSTOMER = { email: "demo@genmint.test", password: "demo-genmint" };
const PAGES: readonly MeasuredPage[] = [
  ...["/", "/zh", "/pricing", "/developers", "/sign-in", "/sign-up"].map((address) => ({ path: address })),
  ...["/dashboard", "/chat", "/image", "/video", "/history", "/billing", "/account"].map((address) => ({
    path: address,
    account: CUSTOMER,
  })),
  ...["/admin", "/admin/users"].map((address) => ({ path: address, account: ADMIN })),
];
/** Of this many visits, the one with the median LCP is shown. */
const VISITS = 3;
const VIEWPORT = { width: 390, height: 844 };

const executablePath = findChromium();
if (!executablePath) throw new Error("There is no Chromium here. Set CHROMIUM_PATH.");
const chosen = process.argv.slice(2);
const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-speed-"));
// The database server, which runs as another user when this runs as root, must reach its folder.
chmodSync(dataDir, 0o711);
const [port, sandboxPort, smtpPort] = await findFreePorts(3);
const stack = await startDemoStack({ dataDir, port, sandboxPort, smtpPort });
const service = await startService({ ...stack.env, LOG_LEVEL: "warn" });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const [cpu] = os.cpus();
  console.log(`${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} × ${cpu?.model}, Node ${process.version}`);
  const columns = ["page", "LCP", "FCP", "CLS", "TBT", "requests", "kB", "scripts", "kB of scripts", "largest element"];
  console.log(rowOf(columns));
  console.log(rowOf(columns.map(() => "---")));
  for (const page of PAGES.filter((one) => chosen.length === 0 || chosen.includes(one.path)))
    console.log(rowOf(await measure(browser, page)));
} finally {
  await browser.close();
  await service.stop();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(browser: Browser, page: MeasuredPage): Promise<string[]> {
  const loads: PageLoad[] = [];
  // The first visit is not counted: the server loads the page's modules with it.
  for (let visit = 0; visit <= VISITS; visit += 1) {
    const load = await loadOnce(browser, page);
    if (visit > 0) loads.push(load);
  }
  const median = loads.sort((a, b) => a.lcpMs - b.lcpMs)[Math.floor(VISITS / 2)];
  return median ? [page.path, ...figuresOf(median)] : [];
}

async function loadOnce(browser: Browser, { path: address, account }: MeasuredPage): Promise<PageLoad> {
  const context = await browser.newContext({ baseURL: stack.env["APP_URL"] ?? "", viewport: VIEWPORT });
  if (account) await signIn(context, account.email, account.password);
  const load = await loadSlowly(await context.newPage(), address);
  await context.close();
  return load;
}

function figuresOf(load: PageLoad): string[] {
  return [
    seconds(load.lcpMs),
    seconds(load.fcpMs),
    load.cls.toFixed(3),
    `${Math.round(load.tbtMs)} ms`,
    String(load.requests),
    kilobytes(load.bytes),
    String(load.scriptRequests),
    kilobytes(load.scriptBytes),
    load.lcpElement,
  ];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(0);
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
