import type { CDPSession, Page } from "@playwright/test";

/** A slow phone: 1.6 Mbit/s, a round trip of 150 ms, a quarter of this machine's speed. The "slow 4G" of Lighthouse. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
} as const;
const CPU_SLOWDOWN = 4;
/** A page is loaded when nothing has been requested for this long. */
const QUIET_MS = 1_500;
/** Shorter tasks block nobody. */
const LONG_TASK_MS = 50;
const LOAD_TIMEOUT_MS = 60_000;

export interface Traffic {
  requests: number;
  /** Bytes of all responses as they were sent, compressed. */
  bytes: number;
  scriptRequests: number;
  scriptBytes: number;
}

export interface PageLoad extends Traffic {
  /** Largest contentful paint, and what it was. */
  lcpMs: number;
  lcpElement: string;
  /** First contentful paint. */
  fcpMs: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Total blocking time: what tasks took beyond 50 ms each, after the first paint. */
  tbtMs: number;
}

/** Loads a page on a slow phone with an empty cache, and waits until it is quiet. */
export async function loadSlowly(page: Page, path: string): Promise<PageLoad> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(observePaints);
  const traffic = await loadWatched(page, path, devtools);
  return { ...figuresOf(await page.evaluate(readEntries)), ...traffic };
}

/** Loads a page with an empty cache as fast as it can, waits until it is quiet, and counts what it loaded. */
export async function countTraffic(page: Page, path: string): Promise<Traffic> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  return loadWatched(page, path, devtools);
}

async function loadWatched(page: Page, path: string, devtools: CDPSession): Promise<Traffic> {
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  const traffic = watchTraffic(devtools);
  await page.goto(path, { waitUntil: "load" });
  await traffic.untilQuiet();
  return traffic.totals();
}

/** Counts the responses of a page by the browser's own figures. */
function watchTraffic(devtools: CDPSession) {
  const open = new Set<string>();
  const scripts = new Set<string>();
  const counts = { requests: 0, bytes: 0, scriptRequests: 0, scriptBytes: 0 };
  let lastEventAt = Date.now();
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith("data:")) return;
    open.add(requestId);
    lastEventAt = Date.now();
  });
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!open.delete(requestId)) return;
    lastEventAt = Date.now();
    counts.requests += 1;
    counts.bytes += encodedDataLength;
    if (!scripts.has(requestId)) return;
    counts.scriptRequests += 1;
    counts.scriptBytes += encodedDataLength;
  });
  devtools.on("Network.loadingFailed", ({ requestId }) => open.delete(requestId));
  return {
    totals: () => counts,
    untilQuiet: async () => {
      const deadline = Date.now() + LOAD_TIMEOUT_MS;
      while (Date.now() < deadline && (open.size > 0 || Date.now() - lastEventAt < QUIET_MS))
        await new Promise((resolve) => setTimeout(resolve, 100));
    },
  };
}

type Paints = Pick<PageLoad, "lcpMs" | "lcpElement" | "fcpMs" | "cls" | "tbtMs">;

/** A performance entry of the page, as plain data. */
interface Entry {
  type: string;
  name: string;
  startTime: number;
  duration: number;
  /** Of a layout shift. */
  shift: number;
  /** Of a contentful paint. */
  element: string;
}

/** Runs in the page, before its own scripts. Without inner functions: the compiler would name them by a helper that the page lacks. */
function observePaints(): void {
  const entries: PerformanceEntry[] = [];
  Object.assign(window, { paintEntries: entries });
  for (const type of ["largest-contentful-paint", "layout-shift", "longtask", "paint"])
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type, buffered: true });
}

/** Runs in the page. A shift right after the user's own input is expected, and not counted. */
function readEntries(): Entry[] {
  type Observed = PerformanceEntry & { element?: Element | null; value?: number; hadRecentInput?: boolean };
  return (Reflect.get(window, "paintEntries") as Observed[]).map((entry) => ({
    type: entry.entryType,
    name: entry.name,
    startTime: entry.startTime,
    duration: entry.duration,
    shift: entry.hadRecentInput ? 0 : (entry.value ?? 0),
    element: entry.element ? `${entry.element.localName} ${(entry.element.textContent ?? "").slice(0, 40)}` : "",
  }));
}

function figuresOf(entries: readonly Entry[]): Paints {
  const ofType = (type: string) => entries.filter((entry) => entry.type === type);
  const largest = ofType("largest-contentful-paint").at(-1);
  const fcpMs = ofType("paint").find(({ name }) => name === "first-contentful-paint")?.startTime ?? 0;
  return {
    lcpMs: largest?.startTime ?? 0,
    lcpElement: largest?.element ?? "",
    fcpMs,
    cls: sum(ofType("layout-shift").map(({ shift }) => shift)),
    tbtMs: sum(
      ofType("longtask")
        .filter(({ startTime }) => startTime >= fcpMs)
        .map(({ duration }) => duration - LONG_TASK_MS),
    ),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
