/** Apart from the input it limits, so that a page can know it without the parser. */
export const ADJUSTMENT_MAX_CREDITS = 10_000_000;
