/** What administrators order users by. `updatedAt` is the last activity. */
export const USER_SORTS = ["createdAt", "credits", "updatedAt", "email"] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const SORT_DIRECTIONS = ["desc", "asc"] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

/** Apart from the input they belong to, so that a page can know them without the parser. */
export const SUBSCRIPTION_ACTIONS = ["upgrade", "downgrade", "cancel"] as const;

/** Apart from the input it limits, so that a page can know it without the parser. */
export const ADJUSTMENT_MAX_CREDITS = 10_000_000;
