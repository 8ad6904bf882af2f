import { optionalText } from "@app/core/input/fields";
import { z } from "zod";

const TEXT_MAX_CHARACTERS = 200;

/** Where the page before ended. */
export const cursor = optionalText("cursor", TEXT_MAX_CHARACTERS);

/** A filter typed by a person. */
export const filterText = (field: string) => optionalText(field, TEXT_MAX_CHARACTERS);

/** A position in the ledger: the `seq` of the page's last entry, at most 18 digits so that it fits the column. */
export const ledgerCursor = z
  .string({ error: "cursor must be a string" })
  .regex(/^\d{1,18}$/, "cursor is not valid")
  .optional();
