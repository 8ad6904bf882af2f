import { optionalString, optionalText, requiredString, textProblem } from "./fields";

const HTTP_URL_MAX_CHARACTERS = 8_192;

// `URL` alone is too lenient: it accepts "https:host" and drops spaces, tabs and line breaks.
const HTTP_URL_SHAPE = /^https?:\/\/[^\s\p{Control}]+$/iu;

export function isHttpUrl(value: string): boolean {
  return HTTP_URL_SHAPE.test(value) && URL.canParse(value);
}

/** An optional absolute http(s) URL, unchanged. */
export function optionalHttpUrl(field: string) {
  return optionalText(field, HTTP_URL_MAX_CHARACTERS).refine(
    (value) => value === undefined || isHttpUrl(value),
    `${field} must be an absolute http(s) URL`,
  );
}

const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
const HEADER_MAX_CHARACTERS = 100;
/** Base64 encodes three bytes as four characters. */
export const IMAGE_DATA_URL_MAX_CHARACTERS = 4 * Math.ceil(IMAGE_MAX_BYTES / 3) + HEADER_MAX_CHARACTERS;

const FIELD = "imageUrl";
const WRONG_SHAPE = "imageUrl must be an http(s) URL or a data:image/...;base64 URL";

const DATA_URL_HEADER = /^data:image\/[a-z0-9.+-]+(;[a-z0-9=._-]+)*;base64,/i;
// Searches for one invalid character instead of matching the whole text: no backtracking over megabytes.
const NOT_BASE64 = /[^A-Za-z0-9+/]/;
const BASE64_PADDING = /={1,2}$/;

/** A required reference image, as an http(s) URL or a data URL: absent, null and blank all report `requiredMessage`. */
export function requiredImageUrl(requiredMessage: string) {
  return requiredString(FIELD, requiredMessage, imageUrlProblem);
}

/** An optional reference image: absent, null and blank all give undefined. */
export function optionalImageUrl() {
  return optionalString(FIELD, imageUrlProblem);
}

/** Whether a text begins as a data URL of a picture does. What follows may be megabytes, and is not looked at. */
export function hasPictureHeader(value: string): boolean {
  return DATA_URL_HEADER.test(value.slice(0, HEADER_MAX_CHARACTERS));
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
