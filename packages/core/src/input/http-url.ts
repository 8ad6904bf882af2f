import { optionalText } from "./text";

export const HTTP_URL_MAX_CHARACTERS = 8_192;

// The parser alone is too forgiving: it accepts "https:host" and drops spaces, tabs and line breaks.
const HTTP_URL_SHAPE = /^https?:\/\/[^\s\p{Control}]+$/iu;

export function isHttpUrl(value: string): boolean {
  return HTTP_URL_SHAPE.test(value) && URL.canParse(value);
}

/** An absolute http(s) address, given back as it was sent; undefined where there is none. */
export function optionalHttpUrl(field: string) {
  return optionalText(field, HTTP_URL_MAX_CHARACTERS).refine(
    (value) => value === undefined || isHttpUrl(value),
    `${field} must be an absolute http(s) URL`,
  );
}
