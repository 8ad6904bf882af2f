const SERVICE_LEDGER_REASONS = [
  "subscription_cycle",
  "subscription_schedule",
  "one_time_pack",
  "chat_usage",
  "image_generation",
  "video_generation",
  "refund",
  "adjustment",
] as const;

/** A reason the service writes by itself. An administrator's adjustment may carry any other text. */
export type LedgerReason = (typeof SERVICE_LEDGER_REASONS)[number];

/** Every reason with a settled meaning: the service's own, then those administrators customarily give. */
export const LEDGER_REASONS = [
  ...SERVICE_LEDGER_REASONS,
  "admin_adjustment",
  "compensation",
  "bonus",
  "violation_penalty",
  "test",
] as const;
