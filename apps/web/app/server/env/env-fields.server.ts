import { parseRateLimit } from "@app/core/limits/rate-limits";
import { z } from "zod";

export const text = () => z.string({ error: "is required" }).trim().min(1, "is required");

export const httpUrl = () =>
  text()
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), "must be an http(s) address")
    .transform((value) => value.replace(/\/+$/, ""));

const SENDER = /(?:^|[\s<])[^\s<>@,"]+@[^\s<>@,"']+>?$/;

/** The sender of mails. Without an address, and mostly with quotes around both, mails would leave with a sender that receivers refuse. */
export const sender = () =>
  text().refine((value) => SENDER.test(value), "must be an address, as Genmint <no-reply@app.example>");

export const flag = (fallback: boolean) =>
  z
    .enum(["true", "false"], { error: "must be true or false" })
    .default(fallback ? "true" : "false")
    .transform((value) => value === "true");

const SECONDS_MAX = 3600;

export const seconds = (fallback: number, min = 1) =>
  z.coerce.number().int().min(min).max(SECONDS_MAX).default(fallback);

/** A rate limit such as 100/15m. */
export const rate = (fallback: string) =>
  text()
    .refine((value) => parseRateLimit(value) !== null, "must be a count and a time, as 100/15m, 5/1s or 10/24h")
    .default(fallback);

const list = () => text().transform(splitList);

/** One or more of these words, separated by commas; default: all of them. */
export const subsetOf = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  list()
    .transform((values, context): readonly [Word, ...Word[]] => {
      const [first, ...others] = new Set(values.flatMap((value) => words.filter((word) => word === value)));
      if (first !== undefined && values.every((value) => words.some((word) => word === value)))
        return [first, ...others];
      context.addIssue({ code: "custom", message: `must be some of ${words.join(", ")}, separated by commas` });
      return z.NEVER;
    })
    .default(words);

/** Comma-separated http(s) origins. One with a path is refused: it would have no effect. */
export const origins = () =>
  list()
    .refine((values) => values.length > 0 && values.every(isOrigin), "must be http(s) origins, separated by commas")
    .transform((values) => values.map((value) => new URL(value).origin));

/** Comma-separated hosts, as `allowedHosts` in packages/clients takes them: it would stop the start without the variable's name. */
export const hosts = () =>
  list().refine((values) => values.every(isHost), "must be hosts, as minio:9000, separated by commas");

/** A URL with one of these protocols, such as `smtp:`. */
export const urlOf = (...protocols: readonly [string, ...string[]]) =>
  text().refine(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  );

function splitList(value: string): string[] {
  return value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function isHost(value: string): boolean {
  return URL.canParse(`http://${value}`) && !/[/?#@\\]/.test(value);
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && pathname === "/" && search === "" && hash === "";
}
