/** What came out of doing one thing again and again. */
export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Does `once` again and again, `clients` at a time, for `seconds`. The first that fails ends it. */
export async function applyLoad(
  { clients, seconds }: { clients: number; seconds: number },
  once: (client: number) => Promise<unknown>,
): Promise<Load> {
  const started = performance.now();
  const end = started + seconds * 1000;
  const latencies: number[] = [];
  const run = async (client: number) => {
    for (let begun = performance.now(); begun < end; begun = performance.now()) {
      await once(client);
      latencies.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  const took = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / took,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

/** Of values in ascending order; NaN of none. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/**
 * Measures several things in turn, round after round, so that whatever else the machine does meets all of them alike.
 * @returns of each the load with the median of the rounds' figures
 */
export async function interleave<Name extends string>(
  rounds: number,
  measured: Readonly<Record<Name, () => Promise<Load>>>,
): Promise<Record<Name, Load>> {
  const names = Object.keys(measured) as Name[];
  const loads = new Map<Name, Load[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) loads.get(name)?.push(await measured[name]());
  const middle = (name: Name, figure: keyof Load) => median((loads.get(name) ?? []).map((load) => load[figure]));
  return Object.fromEntries(
    names.map((name) => [
      name,
      { perSecond: middle(name, "perSecond"), p50Ms: middle(name, "p50Ms"), p99Ms: middle(name, "p99Ms") },
    ]),
  ) as Record<Name, Load>;
}
