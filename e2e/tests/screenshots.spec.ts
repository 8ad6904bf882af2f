import path from "node:path";
import { test } from "@playwright/test";
import { AUDIENCES } from "./audiences";

const WIDTHS = [390, 768, 1440];
const HEIGHT = 900;
const ALL_PAGES_TIMEOUT_MS = 600_000;
const FOLDER = path.join(import.meta.dirname, "../screenshots");

/** The file name for an address: "/" becomes "start". */
const fileName = (address: string) =>
  address
    .replace(/[0-9a-f-]{36}/, "one")
    .replaceAll("/", "-")
    .replace(/^-/, "") || "start";

for (const audience of AUDIENCES) {
  test(`screenshots of the pages for ${audience.name}`, async ({ page, context }) => {
    test.setTimeout(ALL_PAGES_TIMEOUT_MS);
    const { main, others } = await audience.signIn(context);
    for (const address of [...main, ...others]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          await page.goto(address, { waitUntil: "networkidle" });
          const file = `${fileName(address)}-${width}-${colorScheme}.png`;
          await page.screenshot({ path: path.join(FOLDER, file), fullPage: true });
        }
      }
    }
  });
}
