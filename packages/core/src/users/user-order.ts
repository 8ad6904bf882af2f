/** What administrators order users by. `updatedAt` is the last activity. */
export const USER_SORTS = ["createdAt", "credits", "updatedAt", "email"] as const;
export type UserSort = (typeof USER_SORTS)[number];

export const SORT_DIRECTIONS = ["desc", "asc"] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];
