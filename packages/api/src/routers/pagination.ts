import { FILTER_MAX_CHARACTERS } from "@app/core/admin/admin-options";
import { optionalText } from "@app/core/input/fields";
import { z } from "zod";

const CURSOR_MAX_CHARACTERS = 200;

/** The `nextCursor` of the previous page. */
export const cursor = optionalText("cursor", CURSOR_MAX_CHARACTERS);

/** A filter that a user enters, or pastes with the spaces around it. */
export const filterText = (field: string) =>
  optionalText(field, FILTER_MAX_CHARACTERS).transform((text) => text?.trim());

/** The cursor of the user's ledger: the `seq` of the last entry, at most 18 digits so that it fits the column. */
export const ledgerCursor = z
  .string({ error: "cursor must be a string" })
  .regex(/^\d{1,18}$/, "cursor is not valid")
  .optional();
