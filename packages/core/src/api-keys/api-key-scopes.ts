// Apart from the schemas, so that pages can import it without them.

/** What a key may be used for. */
export const API_KEY_SCOPES = ["chat", "image", "video", "upload", "read"] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export const API_KEY_NAME_MAX_CHARACTERS = 100;
export const API_KEY_CREDIT_LIMIT_MAX = 1_000_000_000;

/** Keys of one user that are neither revoked nor expired. */
export const API_KEYS_MAX = 50;
