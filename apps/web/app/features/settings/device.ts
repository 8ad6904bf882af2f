import { useTranslations } from "use-intl/react";

/** What a session's list says of a browser; null for what cannot be told. */
interface Device {
  browser: string | null;
  system: string | null;
  isMobile: boolean;
}

/** In this order: later ones also call themselves by the names of earlier ones. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows NT\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const MOBILE_SYSTEMS: ReadonlySet<string> = new Set(["iPhone", "iPad", "Android"]);

/** Browser and system of a User-Agent header, by their names alone: versions help nobody recognise a device. */
export function parseUserAgent(userAgent: string | null): Device {
  const find = (known: typeof BROWSERS) => known.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
  const system = find(SYSTEMS);
  return { browser: find(BROWSERS), system, isMobile: system !== null && MOBILE_SYSTEMS.has(system) };
}

/** What a device is called in the list of sessions. */
export function useDeviceName(): (device: Device) => string {
  const t = useTranslations("account");
  return ({ browser, system }) => {
    if (browser && system) return t("sessions.browserOnSystem", { browser, system });
    return browser ?? system ?? t("sessions.unknownDevice");
  };
}
