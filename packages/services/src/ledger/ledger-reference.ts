import { kindOfReason } from "@app/core/credits/ledger-kinds";
import type { LedgerEntry } from "./ledger-entry";

/** What a change of the balance was for, as its owner knows it. */
export type LedgerReference =
  | { kind: "chat"; id: string; title: string }
  | { kind: "generation"; id: string; type: string; title: string }
  | { kind: "payment"; id: string }
  | { kind: "subscription"; id: string };

/** What an entry points at, by its reason alone. A payment's own entry has the payment's id. */
export function referenceKind(entry: Pick<LedgerEntry, "id" | "reason" | "paymentId">): LedgerReference["kind"] | null {
  if (entry.paymentId === null) return null;
  switch (kindOfReason(entry.reason)) {
    case "chat":
      return "chat";
    case "image":
    case "video":
    case "refund":
      return "generation";
    case "purchase":
      return entry.id === entry.paymentId ? "payment" : "subscription";
    case "instalment":
      return "subscription";
    case "adjustment":
      return null;
  }
}
