import { kindOfReason } from "@app/core/ledger/ledger-reasons";
import type { UserContext } from "../context";
import type { Page } from "../platform/pagination";
import { apiKeyNames, type LedgerEntry, type LedgerFilter, listLedger } from "./list-ledger";

/** An entry with the row it belongs to, null when there is none or it was deleted, and with the name of its API key. */
export type OwnLedgerEntry = LedgerEntry & { reference: LedgerReference | null; apiKeyName: string | null };

/** The user's ledger, newest entries first, each with the chat, generation, payment or subscription it belongs to, and its API key. */
export async function listOwnLedger(
  ctx: UserContext,
  filter: Omit<LedgerFilter, "userId">,
): Promise<Page<OwnLedgerEntry>> {
  const page = await listLedger(ctx, { ...filter, userId: ctx.actor.id });
  const [chats, generations, apiKeyName] = await Promise.all([
    titlesOfChats(ctx, page.items),
    generationsOf(ctx, page.items),
    apiKeyNames(ctx, page.items),
  ]);
  const referenceOf = (entry: LedgerEntry): LedgerReference | null => {
    const { paymentId: id } = entry;
    if (id === null) return null;
    for (const kind of referenceKinds(entry)) {
      if (kind === "payment" || kind === "subscription") return { kind, id };
      const reference = (kind === "chat" ? chats : generations).get(id);
      if (reference) return reference;
    }
    return null;
  };
  const items = page.items.map((entry) => ({ ...entry, reference: referenceOf(entry), apiKeyName: apiKeyName(entry) }));
  return { ...page, items };
}

function idsOf(entries: readonly LedgerEntry[], kind: LedgerReference["kind"]): string[] {
  return entries.flatMap((entry) => (entry.paymentId && referenceKinds(entry).includes(kind) ? [entry.paymentId] : []));
}

async function titlesOfChats(ctx: UserContext, entries: readonly LedgerEntry[]) {
  const rows = await ctx.db.chatSession.findMany({
    where: { userId: ctx.actor.id, id: { in: idsOf(entries, "chat") }, deletedAt: null },
    select: { id: true, title: true },
  });
  return new Map(rows.map(({ id, title }): [string, LedgerReference] => [id, { kind: "chat", id, title }]));
}

async function generationsOf(ctx: UserContext, entries: readonly LedgerEntry[]) {
  const rows = await ctx.db.generationHistory.findMany({
    where: { userId: ctx.actor.id, id: { in: idsOf(entries, "generation") }, deletedAt: null },
    select: { id: true, type: true, prompt: true },
  });
  return new Map(
    rows.map(({ id, type, prompt }): [string, LedgerReference] => [
      id,
      { kind: "generation", id, type, title: prompt },
    ]),
  );
}

/** The row that a ledger entry belongs to. */
type LedgerReference =
  | { kind: "chat"; id: string; title: string }
  | { kind: "generation"; id: string; type: string; title: string }
  | { kind: "payment"; id: string }
  | { kind: "subscription"; id: string };

/** The kinds of rows that an entry's `paymentId` may refer to, by the entry's reason. The entry of a payment has the payment's id. */
function referenceKinds(entry: Pick<LedgerEntry, "id" | "reason" | "paymentId" | "delta">): LedgerReference["kind"][] {
  if (entry.paymentId === null) return [];
  switch (kindOfReason(entry.reason)) {
    case "chat":
      return ["chat"];
    case "image":
    case "video":
      return ["generation"];
    case "refund":
      // Credits that were taken back, because their payment was refunded or disputed.
      return entry.delta < 0 ? ["payment"] : ["generation", "chat"];
    case "purchase":
      return [entry.id === entry.paymentId ? "payment" : "subscription"];
    case "instalment":
      return ["subscription"];
    case "adjustment":
      return [];
  }
}
