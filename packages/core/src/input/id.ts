import { optionalText, requiredText } from "./text";

const ID_MAX_CHARACTERS = 200;

/** The id of a row, as a caller names it. */
export function requiredId(field: string) {
  return requiredText(field, `${field} is required`, ID_MAX_CHARACTERS);
}

/** Like `requiredId`, where no row need be named. */
export function optionalId(field: string) {
  return optionalText(field, ID_MAX_CHARACTERS);
}
