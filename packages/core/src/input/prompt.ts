/** Longest description of a picture or video that is passed on. */
export const PROMPT_MAX_CHARACTERS = 4_000;
