// Not in admin-input.ts, so that pages can import these without the schemas.

/** Columns by which administrators can sort users. `updatedAt` is the last activity. */
export const USER_SORTS = ["createdAt", "credits", "updatedAt", "email"] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const SORT_DIRECTIONS = ["desc", "asc"] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];

export const SUBSCRIPTION_ACTIONS = ["upgrade", "downgrade", "cancel"] as const;

/** Largest manual change of a balance, in credits, up or down. */
export const ADJUSTMENT_MAX_CREDITS = 10_000_000;

/** Longest text of a search or filter of a list. */
export const FILTER_MAX_CHARACTERS = 200;
