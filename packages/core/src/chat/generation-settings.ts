export const CHAT_TEMPERATURE = 0.7;
export const CHAT_TOP_P = 0.95;
export const CHAT_MAX_TOKENS = 2048;
