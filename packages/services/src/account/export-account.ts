import type { UserContext } from "../context";
import { type CreatedRow, createdAfter, OLDEST_FIRST } from "../platform/pagination";

/** Bounds the memory of the export of a long history. */
const ROWS_PER_READ = 500;
/** Fewer collections at a time: each may have 2,000 works. */
const COLLECTIONS_PER_READ = 5;
/** As few deliveries: each may have a hundred responses of a kilobyte, in which JSON writes some characters as six. */
const DELIVERIES_PER_READ = 5;
/** A message has up to 64 kB. */
const MESSAGES_PER_READ = 20;
/** Attempts of one webhook delivery. */
const ATTEMPTS_MAX = 100;

/**
 * What the user made and bought, and the account itself, as the text of one JSON object, in chunks. Left out are secrets, the provider's
 * webhook events, the audit log and stored responses for Idempotency-Keys. Rows that are added during the export may be missing.
 */
export async function* exportAccount(ctx: UserContext): AsyncGenerator<string> {
  const { db, actor } = ctx;
  const where = { userId: actor.id };
  const after = (last: CreatedRow | undefined) => ({ AND: [where, createdAfter(last)] });
  const exportedAt = ctx.now().toISOString();
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"profile":${JSON.stringify(await readProfile(ctx))}`;
  yield* list("ledger", (last, take) =>
    db.creditLedger.findMany({ where, omit: LEDGER_OMITTED, ...ledgerPage(last, take), orderBy: { seq: "asc" } }),
  );
  yield* list("payments", (last, take) =>
    db.payment.findMany({ where: after(last), omit: OWNER_OMITTED, take, orderBy: OLDEST_FIRST }),
  );
  yield* list("subscriptions", (last, take) =>
    db.subscription.findMany({ where: after(last), omit: OWNER_OMITTED, take, orderBy: OLDEST_FIRST }),
  );
  yield* list("schedules", (last, take) =>
    db.subscriptionCreditSchedule.findMany({ where: after(last), omit: OWNER_OMITTED, take, orderBy: OLDEST_FIRST }),
  );
  yield* list("checkouts", (last, take) =>
    db.checkout.findMany({ where: after(last), omit: OWNER_OMITTED, take, orderBy: OLDEST_FIRST }),
  );
  yield* list("generations", (last, take) =>
    db.generationHistory.findMany({
      where: after(last),
      omit: GENERATION_OMITTED,
      include: { shareLink: { omit: { ...OWNER_OMITTED, generationId: true } } },
      take,
      orderBy: OLDEST_FIRST,
    }),
  );
  yield* list(
    "collections",
    (last, take) =>
      db.collection.findMany({
        where: after(last),
        omit: COLLECTION_OMITTED,
        include: { items: { omit: { collectionId: true }, orderBy: { addedAt: "asc" } } },
        take,
        orderBy: OLDEST_FIRST,
      }),
    COLLECTIONS_PER_READ,
  );
  yield* list("apiKeys", (last, take) =>
    db.apiKey.findMany({ where: after(last), omit: { ...OWNER_OMITTED, keyHash: true }, take, orderBy: OLDEST_FIRST }),
  );
  yield* list("webhookEndpoints", (last, take) =>
    db.webhookEndpoint.findMany({ where: after(last), omit: ENDPOINT_OMITTED, take, orderBy: OLDEST_FIRST }),
  );
  yield* list(
    "webhookDeliveries",
    (last, take) =>
      db.webhookDelivery.findMany({
        where: { AND: [{ endpoint: where }, createdAfter(last)] },
        omit: { seq: true },
        include: { attempts: { omit: { deliveryId: true }, orderBy: { startedAt: "asc" }, take: ATTEMPTS_MAX } },
        take,
        orderBy: OLDEST_FIRST,
      }),
    DELIVERIES_PER_READ,
  );
  yield* list("completions", (last, take) =>
    db.chatCompletion.findMany({ where: after(last), omit: OWNER_OMITTED, take, orderBy: OLDEST_FIRST }),
  );
  yield* list("chats", (last, take) =>
    db.chatSession.findMany({ where: after(last), omit: OWNER_OMITTED, take, orderBy: OLDEST_FIRST }),
  );
  yield* list(
    "chatMessages",
    (last, take) =>
      db.chatMessage.findMany({
        where: { AND: [{ session: where }, createdAfter(last)] },
        omit: MESSAGE_OMITTED,
        take,
        orderBy: OLDEST_FIRST,
      }),
    MESSAGES_PER_READ,
  );
  yield "}\n";
}

const OWNER_OMITTED = { userId: true } as const;
const COLLECTION_OMITTED = { ...OWNER_OMITTED, nameKey: true } as const;
const ENDPOINT_OMITTED = { ...OWNER_OMITTED, sealedSecret: true, sealedPreviousSecret: true } as const;
const MESSAGE_OMITTED = { answerAliveAt: true, hiddenBy: true } as const;
const LEDGER_OMITTED = { ...OWNER_OMITTED, seq: true, actorId: true } as const;
const GENERATION_OMITTED = { ...OWNER_OMITTED, leaseUntil: true } as const;

function readProfile({ db, actor }: UserContext) {
  return db.user.findUniqueOrThrow({
    where: { id: actor.id },
    select: {
      id: true,
      name: true,
      email: true,
      emailVerified: true,
      image: true,
      locale: true,
      lowBalanceMails: true,
      credits: true,
      planKey: true,
      chatInstructions: true,
      role: true,
      createdAt: true,
      updatedAt: true,
      accounts: { select: { provider: true, providerAccountId: true, createdAt: true } },
      verification: { select: { sentAt: true, expires: true } },
      passwordReset: { select: { sentAt: true, expires: true } },
      secondFactor: { select: { createdAt: true, confirmedAt: true } },
      sessions: { select: { userAgent: true, createdAt: true, lastSeenAt: true, expires: true } },
    },
  });
}

/** As `createdAfter`, for the ledger: it is read in the order of `seq`, and its entries are never deleted. */
function ledgerPage(last: CreatedRow | undefined, take: number): LedgerPage {
  return last ? { take, skip: 1, cursor: { id: last.id } } : { take };
}

type LedgerPage = { take: number } | { take: number; skip: number; cursor: { id: string } };

/** One property of the object: an array of rows, read page by page. */
async function* list<Row extends CreatedRow>(
  name: string,
  read: (last: CreatedRow | undefined, take: number) => Promise<Row[]>,
  rowsPerRead = ROWS_PER_READ,
): AsyncGenerator<string> {
  yield `,\n"${name}":[`;
  let last: Row | undefined;
  do {
    const rows: Row[] = await read(last, rowsPerRead);
    const separator = last ? ",\n" : "";
    if (rows.length > 0) yield separator + rows.map((row) => JSON.stringify(row)).join(",\n");
    last = rows.length < rowsPerRead ? undefined : rows.at(-1);
  } while (last);
  yield "]";
}
