import { z } from "zod";
import { optionalDate } from "../input/date";
import { requiredText } from "../input/fields";
import {
  API_KEY_CREDIT_LIMIT_MAX,
  API_KEY_NAME_MAX_CHARACTERS,
  API_KEY_SCOPES,
  type ApiKeyScope,
} from "./api-key-scopes";

const CREDIT_LIMIT_TEXT = `creditLimit must be a whole number from 1 to ${API_KEY_CREDIT_LIMIT_MAX}`;
const SCOPES_TEXT = `scopes must be a list of ${API_KEY_SCOPES.join(", ")}`;

/** The body of `POST /api/keys` (contract §13). */
export const CreateApiKeyInput = z.object({
  name: requiredText("name", "name is required", API_KEY_NAME_MAX_CHARACTERS).transform((name) => name.trim()),
  scopes: z
    .array(z.enum(API_KEY_SCOPES, { error: SCOPES_TEXT }), { error: SCOPES_TEXT })
    .min(1, { error: SCOPES_TEXT })
    .nullish()
    .transform((scopes): readonly ApiKeyScope[] => API_KEY_SCOPES.filter((scope) => scopes?.includes(scope) ?? true))
    .describe("What the key may be used for. Default: everything."),
  creditLimit: z
    .int({ error: CREDIT_LIMIT_TEXT })
    .min(1, { error: CREDIT_LIMIT_TEXT })
    .max(API_KEY_CREDIT_LIMIT_MAX, { error: CREDIT_LIMIT_TEXT })
    .nullish()
    .transform((limit) => limit ?? null)
    .describe("Credits that may be spent with the key in all. Default: no limit."),
  expiresAt: optionalDate("expiresAt")
    .transform((date) => date ?? null)
    .describe("From then on the key is refused. Default: never."),
});
export type CreateApiKeyInput = z.output<typeof CreateApiKeyInput>;

export const API_KEY_START = "gm_";
/** Characters that are stored and shown: enough to recognise a key, and too few to guess it. */
export const API_KEY_PREFIX_CHARACTERS = 10;

const BEARER_KEY = /^Bearer\s+(gm_\S+)$/i;

/** The API key of an Authorization header. Null for another header, which may be meant for another party. */
export function readApiKey(authorization: string | null): string | null {
  return BEARER_KEY.exec(authorization?.trim() ?? "")?.[1] ?? null;
}
