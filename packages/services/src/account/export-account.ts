import type { UserContext } from "../context";

/** Bounds the memory of the export of a long history. */
const ROWS_PER_READ = 500;
/** Fewer, because each has up to 2,000 works. */
const COLLECTIONS_PER_READ = 5;

const OLDEST_FIRST = [{ createdAt: "asc" }, { id: "asc" }] as const;

/**
 * All stored data about the user as the text of one JSON object, in chunks. Rows that are added during the export may be missing.
 */
export async function* exportAccount(ctx: UserContext): AsyncGenerator<string> {
  const { db, actor } = ctx;
  const where = { userId: actor.id };
  const exportedAt = ctx.now().toISOString();
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"profile":${JSON.stringify(await readProfile(ctx))}`;
  yield* list("ledger", (page) =>
    db.creditLedger.findMany({ where, omit: LEDGER_OMITTED, ...page, orderBy: { seq: "asc" } }),
  );
  yield* list("payments", (page) => db.payment.findMany({ where, omit: OWNER, ...page, orderBy: [...OLDEST_FIRST] }));
  yield* list("subscriptions", (page) =>
    db.subscription.findMany({ where, omit: OWNER, ...page, orderBy: [...OLDEST_FIRST] }),
  );
  yield* list("generations", (page) =>
    db.generationHistory.findMany({
      where,
      omit: GENERATION_OMITTED,
      include: { shareLink: { omit: { ...OWNER, generationId: true } } },
      ...page,
      orderBy: [...OLDEST_FIRST],
    }),
  );
  yield* list(
    "collections",
    (page) =>
      db.collection.findMany({
        where,
        omit: COLLECTION_OMITTED,
        include: { items: { omit: { collectionId: true }, orderBy: { addedAt: "asc" } } },
        ...page,
        orderBy: [...OLDEST_FIRST],
      }),
    COLLECTIONS_PER_READ,
  );
  yield* list("apiKeys", (page) =>
    db.apiKey.findMany({ where, omit: { ...OWNER, keyHash: true }, ...page, orderBy: [...OLDEST_FIRST] }),
  );
  yield* list("webhookEndpoints", (page) =>
    db.webhookEndpoint.findMany({ where, omit: ENDPOINT_OMITTED, ...page, orderBy: [...OLDEST_FIRST] }),
  );
  yield* list("webhookDeliveries", (page) =>
    db.webhookDelivery.findMany({
      where: { endpoint: where },
      omit: { seq: true },
      include: { attempts: { omit: { deliveryId: true }, orderBy: { startedAt: "asc" }, take: ATTEMPTS_MAX } },
      ...page,
      orderBy: [...OLDEST_FIRST],
    }),
  );
  yield* list("completions", (page) =>
    db.chatCompletion.findMany({ where, omit: OWNER, ...page, orderBy: [...OLDEST_FIRST] }),
  );
  yield* list("chats", (page) => db.chatSession.findMany({ where, omit: OWNER, ...page, orderBy: [...OLDEST_FIRST] }));
  yield* list("chatMessages", (page) =>
    db.chatMessage.findMany({ where: { session: where }, omit: MESSAGE_OMITTED, ...page, orderBy: [...OLDEST_FIRST] }),
  );
  yield "}\n";
}

const OWNER = { userId: true } as const;
const COLLECTION_OMITTED = { ...OWNER, nameKey: true } as const;
const ENDPOINT_OMITTED = { ...OWNER, sealedSecret: true, sealedPreviousSecret: true } as const;
const MESSAGE_OMITTED = { answerAliveAt: true, hiddenBy: true } as const;
/** Of one delivery. */
const ATTEMPTS_MAX = 100;
const LEDGER_OMITTED = { ...OWNER, seq: true, actorId: true } as const;
const GENERATION_OMITTED = { ...OWNER, leaseUntil: true } as const;

function readProfile({ db, actor }: UserContext) {
  return db.user.findUniqueOrThrow({
    where: { id: actor.id },
    select: {
      id: true,
      name: true,
      email: true,
      emailVerified: true,
      image: true,
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

type PageArgs = { take: number } | { take: number; skip: number; cursor: { id: string } };

/** One property of the object: an array of rows, read page by page. */
async function* list<Row extends { id: string }>(
  name: string,
  read: (page: PageArgs) => Promise<Row[]>,
  rowsPerRead = ROWS_PER_READ,
): AsyncGenerator<string> {
  yield `,\n"${name}":[`;
  let last: Row | undefined;
  do {
    const rows: Row[] = await read({ take: rowsPerRead, ...(last ? { skip: 1, cursor: { id: last.id } } : {}) });
    const separator = last ? ",\n" : "";
    if (rows.length > 0) yield separator + rows.map((row) => JSON.stringify(row)).join(",\n");
    last = rows.length < rowsPerRead ? undefined : rows.at(-1);
  } while (last);
  yield "]";
}
