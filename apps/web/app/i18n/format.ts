import { formatMinorUnits } from "@app/core/billing/format-amount";
import { useParams } from "@remix-run/react";
import { type Locale, localeOf } from "./locale";

/** One zone for everybody, shown with every time: server and browser render the same text, and nobody takes it for local time. */
export const TIME_ZONE = "UTC";
const SECONDS_PER_MINUTE = 60;

/** How the pages write dates, numbers and money. */
interface Format {
  date(date: Date): string;
  /** Without the year, as an axis of days is written. */
  day(date: Date): string;
  /** With the time of day and its zone. */
  dateTime(date: Date): string;
  number(value: number): string;
  /** With a plus or minus sign, as changes of a balance are written. */
  signed(value: number): string;
  money(amountCents: number, currency: string): string;
  /** A time span as minutes and seconds: 65 → "1:05". */
  elapsed(seconds: number): string;
}

function createFormat(locale: Locale): Format {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: TIME_ZONE });
  const day = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: TIME_ZONE });
  const time = new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: TIME_ZONE,
  });
  const number = new Intl.NumberFormat(locale, { signDisplay: "negative" });
  const signed = new Intl.NumberFormat(locale, { signDisplay: "exceptZero" });
  return {
    date: (value) => date.format(value),
    day: (value) => day.format(value),
    dateTime: (value) => `${date.format(value)}, ${time.format(value)} ${TIME_ZONE}`,
    number: (value) => number.format(value),
    signed: (value) => signed.format(value),
    money: (amountCents, currency) => formatMoney(locale, amountCents, currency),
    elapsed: (seconds) => {
      const whole = Math.max(0, Math.floor(seconds));
      return `${Math.floor(whole / SECONDS_PER_MINUTE)}:${String(whole % SECONDS_PER_MINUTE).padStart(2, "0")}`;
    },
  };
}

/** Whole amounts are written without cents: prices read better so. */
function formatMoney(locale: Locale, amountCents: number, currency: string): string {
  const options = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
  return formatMinorUnits(new Intl.NumberFormat(locale, options), amountCents);
}

const formats = new Map<Locale, Format>();

export function formatFor(locale: Locale): Format {
  const known = formats.get(locale);
  if (known) return known;
  const format = createFormat(locale);
  formats.set(locale, format);
  return format;
}

/** Dates, numbers and money in the language of the page. */
export function useFormat(): Format {
  return formatFor(localeOf(useParams()["locale"]));
}
