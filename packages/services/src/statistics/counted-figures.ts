import type { ServiceContext } from "../context";

/** Maintenance counts again after this time. */
const RECOUNT_AFTER_MS = 5 * 60 * 1000;
/** An older count is not used: there may be no worker that runs maintenance. */
const COUNT_MAX_AGE_MS = 15 * 60 * 1000;

interface CountedFigures<Name extends string> {
  /** The figures, at most 15 minutes old. */
  read(ctx: ServiceContext): Promise<Record<Name, number>>;
  /** Maintenance: counts, unless the stored figures are recent. */
  recount(ctx: ServiceContext): Promise<void>;
}

/** Whole numbers that take a scan of a table. They are counted in the background, so that a page does not wait for it. */
export function createCountedFigures<Name extends string>(
  names: readonly Name[],
  count: (ctx: ServiceContext) => Promise<Record<Name, number>>,
): CountedFigures<Name> {
  return {
    read: async (ctx) => (await readStored(ctx, names, COUNT_MAX_AGE_MS)) ?? (await count(ctx)),
    recount: async (ctx) => {
      if ((await readStored(ctx, names, RECOUNT_AFTER_MS)) !== null) return;
      const counted = await count(ctx);
      await ctx.db.$queryRaw`
        INSERT INTO counted_figure (name, value, "countedAt")
        SELECT name, value, ${ctx.now()}::timestamptz
        FROM unnest(${[...names]}::text[], ${names.map((name) => BigInt(counted[name]))}::bigint[]) AS figure(name, value)
        ORDER BY name
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, "countedAt" = excluded."countedAt"`;
    },
  };
}

/** Null unless every figure is stored and recent. */
async function readStored<Name extends string>(
  ctx: ServiceContext,
  names: readonly Name[],
  maxAgeMs: number,
): Promise<Record<Name, number> | null> {
  const rows = await ctx.db.$queryRaw<{ name: Name; value: bigint; countedAt: Date }[]>`
    SELECT name, value, "countedAt" FROM counted_figure WHERE name = ANY(${[...names]}::text[])`;
  const recent = rows.filter(({ countedAt }) => {
    const ageMs = ctx.now().getTime() - countedAt.getTime();
    return ageMs >= 0 && ageMs < maxAgeMs;
  });
  if (recent.length < names.length) return null;
  return Object.fromEntries(recent.map(({ name, value }) => [name, Number(value)])) as Record<Name, number>;
}
