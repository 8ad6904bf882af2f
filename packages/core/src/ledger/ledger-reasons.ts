const SERVICE_LEDGER_REASONS = [
  "subscription_cycle",
  "subscription_schedule",
  "one_time_pack",
  "chat_usage",
  "image_generation",
  "video_generation",
  "refund",
] as const;
type ServiceLedgerReason = (typeof SERVICE_LEDGER_REASONS)[number];

/** The reasons of entries by which users spend credits. Other negative entries are adjustments, and credits taken back. */
export const SPENDING_REASONS = [
  "chat_usage",
  "image_generation",
  "video_generation",
] as const satisfies ServiceLedgerReason[];
export type SpendingReason = (typeof SPENDING_REASONS)[number];

/** The reasons suggested to administrators, who may also type any other text. `bonus` is also that of the credits of a new account. */
export const ADMIN_LEDGER_REASONS = [
  "adjustment",
  "admin_adjustment",
  "compensation",
  "bonus",
  "violation_penalty",
  "test",
] as const;

/** All reasons with a defined meaning. */
export const LEDGER_REASONS = [...SERVICE_LEDGER_REASONS, ...ADMIN_LEDGER_REASONS] as const;

/**
 * The name of an entry's text in the pages: its reason, or `taken_back` for a refund that takes credits. Null for a reason that an
 * administrator typed.
 */
export function ledgerTextKey({ reason, delta }: { reason: string; delta: number }) {
  if (reason === "refund" && delta < 0) return "taken_back";
  return LEDGER_REASONS.find((known) => known === reason) ?? null;
}

/** Kinds of ledger entries, as shown and filtered in the pages. */
export const LEDGER_KINDS = ["purchase", "instalment", "chat", "image", "video", "refund", "adjustment"] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** Every other reason is an adjustment, because administrators write their own. */
const REASONS_BY_KIND: Record<Exclude<LedgerKind, "adjustment">, readonly ServiceLedgerReason[]> = {
  purchase: ["one_time_pack", "subscription_cycle"],
  instalment: ["subscription_schedule"],
  chat: ["chat_usage"],
  image: ["image_generation"],
  video: ["video_generation"],
  refund: ["refund"],
};

/** The reasons of a kind, as a list to include or, for adjustments, a list to exclude. */
export function reasonsOfKind(kind: LedgerKind): { in: ServiceLedgerReason[] } | { notIn: ServiceLedgerReason[] } {
  if (kind === "adjustment") return { notIn: Object.values(REASONS_BY_KIND).flat() };
  return { in: [...REASONS_BY_KIND[kind]] };
}

const KIND_BY_REASON: ReadonlyMap<string, LedgerKind> = new Map(
  Object.entries(REASONS_BY_KIND).flatMap(([kind, reasons]) =>
    reasons.map((reason) => [reason, kind as LedgerKind] as const),
  ),
);

export function kindOfReason(reason: string): LedgerKind {
  return KIND_BY_REASON.get(reason) ?? "adjustment";
}
