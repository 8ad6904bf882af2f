import { optionalText, requiredText } from "@app/core/input/text";

const ID_MAX_CHARACTERS = 200;

export const id = (field: string) => requiredText(field, `${field} is required`, ID_MAX_CHARACTERS);

/** Where the page before ended. */
export const cursor = optionalText("cursor", ID_MAX_CHARACTERS);

/** A filter typed by a person. */
export const filterText = (field: string) => optionalText(field, ID_MAX_CHARACTERS);
