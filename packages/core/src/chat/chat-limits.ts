/** Apart from the inputs they limit, so that a page can know them without the parser. */
export const MESSAGE_MAX_CHARACTERS = 32_000;
export const TITLE_MAX_CHARACTERS = 100;
