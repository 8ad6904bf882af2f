import { z } from "zod";

/** A position in the ledger: the `seq` of the page's last entry, at most 18 digits so that it fits the column. */
export const ledgerCursor = z
  .string({ error: "cursor must be a string" })
  .regex(/^\d{1,18}$/, "cursor is not valid")
  .optional();
