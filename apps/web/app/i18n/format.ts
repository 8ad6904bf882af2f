import type { Locale } from "./locale";

/** One zone for everybody, shown with every time: server and browser render the same text, and nobody takes it for local time. */
const TIME_ZONE = "UTC";
const CENTS_PER_UNIT = 100;
const SECONDS_PER_MINUTE = 60;

const LANGUAGE_TAG: Record<Locale, string> = { en: "en-US", zh: "zh-CN" };

/** How the pages write dates, numbers and money. */
export interface Format {
  date(date: Date): string;
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
  const tag = LANGUAGE_TAG[locale];
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: TIME_ZONE });
  const time = new Intl.DateTimeFormat(tag, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: TIME_ZONE,
  });
  const number = new Intl.NumberFormat(tag, { signDisplay: "negative" });
  const signed = new Intl.NumberFormat(tag, { signDisplay: "exceptZero" });
  return {
    date: (value) => date.format(value),
    dateTime: (value) => `${date.format(value)}, ${time.format(value)} ${TIME_ZONE}`,
    number: (value) => number.format(value),
    signed: (value) => signed.format(value),
    money: (amountCents, currency) => formatMoney(tag, amountCents, currency),
    elapsed: (seconds) => {
      const whole = Math.max(0, Math.floor(seconds));
      return `${Math.floor(whole / SECONDS_PER_MINUTE)}:${String(whole % SECONDS_PER_MINUTE).padStart(2, "0")}`;
    },
  };
}

/** Whole amounts are written without cents: prices read better so. */
function formatMoney(tag: string, amountCents: number, currency: string): string {
  const options = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
  return new Intl.NumberFormat(tag, options).format(amountCents / CENTS_PER_UNIT);
}

const FORMATS: Record<Locale, Format> = { en: createFormat("en"), zh: createFormat("zh") };

export function formatFor(locale: Locale): Format {
  return FORMATS[locale];
}
