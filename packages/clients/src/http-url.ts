import { z } from "zod";

const HTTP_URL_PATTERN = /^https?:\/\/[^\s\p{Cc}]+$/iu;

/** An http(s) address as an outside party gave it, kept to the letter: signed addresses do not survive normalising. */
export const HttpUrl = z.string().refine((text) => HTTP_URL_PATTERN.test(text) && URL.canParse(text), {
  message: "must be an http(s) address",
});
