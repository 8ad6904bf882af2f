import { expect, it } from "vitest";
import { parseUserAgent } from "./device";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

it.each([
  [`${MAC} ${CHROME}`, "Chrome", "macOS", false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/131.0.0.0`, "Edge", "Windows", false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} OPR/115.0.0.0`, "Opera", "Windows", false],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox", "Linux", false],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, "Safari", "macOS", false],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
    true,
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME.replace("Safari", "Mobile Safari")}`, "Chrome", "Android", true],
  ["curl/8.9.1", null, null, false],
])("reads %s", (userAgent, browser, system, isMobile) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, system, isMobile });
});

it("returns nulls without a User-Agent header", () => {
  expect(parseUserAgent(null)).toEqual({ browser: null, system: null, isMobile: false });
});
