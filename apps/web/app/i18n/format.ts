import { formatMinorUnits } from "@app/core/billing/format-amount";
import { useParams } from "@remix-run/react";
import { type Locale, localeOf } from "./locale";

/** All times are in UTC and say so. Server and browser thus render the same text. */
export const TIME_ZONE = "UTC";
const SECONDS_PER_MINUTE = 60;

/** Formats dates, numbers and money in one language. */
interface Format {
  date(date: Date): string;
  /** Without the year, for the axis of a chart. */
  day(date: Date): string;
  /** The month and its year. */
  month(date: Date): string;
  /** Date, time of day and time zone. */
  dateTime(date: Date): string;
  /** Date and time of day where the reader is. Only in the browser, see `Time`. */
  localDateTime(date: Date): string;
  /** The distance to `now`, such as "3 hours ago". */
  relative(date: Date, now: number): string;
  number(value: number): string;
  /** A share of 1. */
  percent(value: number): string;
  /** With a plus or minus sign, for changes of a balance. */
  signed(value: number): string;
  money(amountCents: number, currency: string): string;
  /** With all decimals, also of a whole amount: for the columns of a receipt. */
  exactMoney(amountCents: number, currency: string): string;
  /** A time span as minutes and seconds: 65 → "1:05". */
  elapsed(seconds: number): string;
}

/** A formatter that is created when it is first used: each takes a browser about a millisecond, and a page uses two or three of them. */
function lazily<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

function createFormat(locale: Locale): Format {
  const dates = (options: Intl.DateTimeFormatOptions) => lazily(() => new Intl.DateTimeFormat(locale, options));
  const numbers = (options: Intl.NumberFormatOptions) => lazily(() => new Intl.NumberFormat(locale, options));
  const date = dates({ dateStyle: "medium", timeZone: TIME_ZONE });
  const day = dates({ month: "short", day: "numeric", timeZone: TIME_ZONE });
  const month = dates({ month: "short", year: "numeric", timeZone: TIME_ZONE });
  const dateTime = dates({ dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone: TIME_ZONE });
  const local = dates({ dateStyle: "medium", timeStyle: "short" });
  const relative = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
  const percent = numbers({ style: "percent", maximumFractionDigits: 1 });
  const number = numbers({ signDisplay: "negative" });
  const signed = numbers({ signDisplay: "exceptZero" });
  return {
    date: (value) => date().format(value),
    day: (value) => day().format(value),
    month: (value) => month().format(value),
    localDateTime: (value) => local().format(value),
    relative: (value, now) => formatDistance(relative(), value.getTime(), now),
    percent: (value) => percent().format(value),
    dateTime: (value) => `${dateTime().format(value)} ${TIME_ZONE}`,
    number: (value) => number().format(value),
    signed: (value) => signed().format(value),
    money: (amountCents, currency) => formatMoney(locale, amountCents, currency, "stripIfInteger"),
    exactMoney: (amountCents, currency) => formatMoney(locale, amountCents, currency, "auto"),
    elapsed: (seconds) => {
      const whole = Math.max(0, Math.floor(seconds));
      return `${Math.floor(whole / SECONDS_PER_MINUTE)}:${String(whole % SECONDS_PER_MINUTE).padStart(2, "0")}`;
    },
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** In the largest unit of which there is a whole one. Days are the reader's: "yesterday" is never the day before it. */
function formatDistance(format: Intl.RelativeTimeFormat, at: number, now: number): string {
  const ms = at - now;
  const distance = Math.abs(ms);
  if (distance >= DAY_MS)
    return format.format(Math.round((startOfLocalDay(at) - startOfLocalDay(now)) / DAY_MS), "day");
  if (distance >= HOUR_MS) return format.format(Math.trunc(ms / HOUR_MS), "hour");
  return format.format(Math.trunc(ms / MINUTE_MS), "minute");
}

const startOfLocalDay = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);

type TrailingZeros = Intl.NumberFormatOptions["trailingZeroDisplay"];

/** `stripIfInteger` leaves the decimals of whole amounts out, which is easier to read in prices. */
function formatMoney(
  locale: Locale,
  amountCents: number,
  currency: string,
  trailingZeroDisplay: TrailingZeros,
): string {
  const options = { style: "currency", currency, trailingZeroDisplay } as const;
  return formatMinorUnits(new Intl.NumberFormat(locale, options), amountCents);
}

/** A name from a table or a setting as a text for readers: `loyalty_gift` → "Loyalty gift", `creem` → "Creem". */
export function toLabel(name: string): string {
  const words = name.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const formats = new Map<Locale, Format>();

export function formatFor(locale: Locale): Format {
  const cached = formats.get(locale);
  if (cached) return cached;
  const format = createFormat(locale);
  formats.set(locale, format);
  return format;
}

/** The formats in the language of the page. */
export function useFormat(): Format {
  return formatFor(localeOf(useParams()["locale"]));
}
