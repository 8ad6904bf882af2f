import { kindOfReason } from "@app/core/credits/ledger-kinds";
import type { LedgerEntry } from "./ledger-entry";

/** What a change of the balance was for, as its owner knows it. */
export type LedgerReference =
  | { kind: "chat"; id: string; title: string }
  | { kind: "generation"; id: string; type: string; title: string }
  | { kind: "payment"; id: string }
  | { kind: "subscription"; id: string };

/** What an entry may point at, by its reason alone. A payment's own entry has the payment's id. */
export function referenceKinds(entry: Pick<LedgerEntry, "id" | "reason" | "paymentId">): LedgerReference["kind"][] {
  if (entry.paymentId === null) return [];
  switch (kindOfReason(entry.reason)) {
    case "chat":
      return ["chat"];
    case "image":
    case "video":
      return ["generation"];
    case "refund":
      return ["generation", "chat"];
    case "purchase":
      return [entry.id === entry.paymentId ? "payment" : "subscription"];
    case "instalment":
      return ["subscription"];
    case "adjustment":
      return [];
  }
}
