/** Apart from the input they belong to, so that a page can know them without the parser. */
export const SUBSCRIPTION_ACTIONS = ["upgrade", "downgrade", "cancel"] as const;
