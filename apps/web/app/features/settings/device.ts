import { useTranslations } from "use-intl/react";

/** A device as shown in the list of sessions. Null if unknown. */
interface Device {
  browser: string | null;
  system: string | null;
  isMobile: boolean;
}

type NamePattern = readonly [RegExp, string];

/** The order matters: most browsers also contain the tokens of Chrome and Safari. */
const BROWSERS: readonly NamePattern[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: readonly NamePattern[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows NT\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const MOBILE_SYSTEMS: ReadonlySet<string> = new Set(["iPhone", "iPad", "Android"]);

/** Parses browser and operating system from a User-Agent header. Versions are left out, as they do not help to recognise a device. */
export function parseUserAgent(userAgent: string | null): Device {
  const match = (names: readonly NamePattern[]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
  const system = match(SYSTEMS);
  return { browser: match(BROWSERS), system, isMobile: system !== null && MOBILE_SYSTEMS.has(system) };
}

/** Returns a function that names a device, such as "Chrome on macOS". */
export function useDeviceName(): (device: Device) => string {
  const t = useTranslations("account");
  return ({ browser, system }) => {
    if (browser && system) return t("sessions.browserOnSystem", { browser, system });
    return browser ?? system ?? t("sessions.unknownDevice");
  };
}
