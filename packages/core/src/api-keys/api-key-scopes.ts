// Apart from the schemas, so that pages can import it without them.

/** What a key may be used for. */
export const API_KEY_SCOPES = ["chat", "image", "video", "upload", "read"] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export const API_KEY_NAME_MAX_CHARACTERS = 100;
