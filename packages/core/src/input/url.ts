import { optionalString, optionalText, requiredString, textProblem } from "./fields";

const HTTP_URL_MAX_CHARACTERS = 8_192;

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

const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
const HEADER_MAX_CHARACTERS = 100;
/** Base64 writes three bytes as four characters. */
export const IMAGE_DATA_URL_MAX_CHARACTERS = 4 * Math.ceil(IMAGE_MAX_BYTES / 3) + HEADER_MAX_CHARACTERS;

const FIELD = "imageUrl";
const WRONG_SHAPE = "imageUrl must be an http(s) URL or a data:image/...;base64 URL";

const DATA_URL_HEADER = /^data:image\/[a-z0-9.+-]+(;[a-z0-9=._-]+)*;base64,/i;
// Looked for rather than matched against: one pass over megabytes, with nothing to go back over.
const NOT_BASE64 = /[^A-Za-z0-9+/]/;
const BASE64_PADDING = /={1,2}$/;

/** A reference image that must be there: absent, null and blank all answer `requiredMessage`. */
export function requiredImageUrl(requiredMessage: string) {
  return requiredString(FIELD, requiredMessage, imageUrlProblem);
}

/** A reference image that may be left out: absent, null and blank all give undefined. */
export function optionalImageUrl() {
  return optionalString(FIELD, imageUrlProblem);
}

function imageUrlProblem(value: string): string | undefined {
  const header = DATA_URL_HEADER.exec(value.slice(0, HEADER_MAX_CHARACTERS))?.[0];
  if (header !== undefined) {
    if (value.length > IMAGE_DATA_URL_MAX_CHARACTERS) return "imageUrl must hold at most 10 MB";
    return isBase64(value.slice(header.length)) ? undefined : WRONG_SHAPE;
  }
  return textProblem(FIELD, value, HTTP_URL_MAX_CHARACTERS) ?? (isHttpUrl(value) ? undefined : WRONG_SHAPE);
}

function isBase64(text: string): boolean {
  const digits = text.replace(BASE64_PADDING, "");
  return digits !== "" && !NOT_BASE64.test(digits);
}
