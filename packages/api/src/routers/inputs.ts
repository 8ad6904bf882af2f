import { optionalText } from "@app/core/input/text";

const TEXT_MAX_CHARACTERS = 200;

/** Where the page before ended. */
export const cursor = optionalText("cursor", TEXT_MAX_CHARACTERS);

/** A filter typed by a person. */
export const filterText = (field: string) => optionalText(field, TEXT_MAX_CHARACTERS);
