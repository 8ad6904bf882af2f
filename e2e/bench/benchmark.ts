/** One line of the table: what was measured, against which limit of the same run. */
export interface Finding {
  what: string;
  /** What was measured, with its unit. */
  figure: string;
  /** The limit as it was in the same run, with its unit. */
  limit: string;
  /** Measured over limit; null where the two are not a ratio. */
  ratio: number | null;
  /** What is to be reached, in words. */
  target: string;
  /** Null where it could not be measured: `figure` then says why. */
  isMet: boolean | null;
}

export interface Benchmark {
  name: string;
  run(): Promise<Finding[]>;
}

interface Compared {
  what: string;
  measured: number;
  limit: number;
  unit: string;
}

const DIGITS = 3;
const formatNumber = (value: number) =>
  value >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(DIGITS)));

/** A finding that is to be at least so many times its limit: of throughput. */
export function atLeast(times: number, compared: Compared): Finding {
  return compare(compared, `≥ ${times} ×`, (ratio) => ratio >= times);
}

/** A finding that is to be at most so many times its limit: of time and of memory. */
export function atMost(times: number, compared: Compared): Finding {
  return compare(compared, `≤ ${times} ×`, (ratio) => ratio <= times);
}

function compare(
  { what, measured, limit, unit }: Compared,
  target: string,
  meets: (ratio: number) => boolean,
): Finding {
  const ratio = measured / limit;
  const isMet = Number.isFinite(ratio) && meets(ratio);
  return {
    what,
    figure: `${formatNumber(measured)} ${unit}`,
    limit: `${formatNumber(limit)} ${unit}`,
    ratio,
    target,
    isMet,
  };
}

/** A finding that nothing is asked of. */
export function compared(figures: Compared): Finding {
  return { ...atLeast(0, figures), target: "", isMet: null };
}

/** A finding with a bound of its own, not one that was measured. */
export function within(bound: number, { what, measured, unit }: Omit<Compared, "limit">): Finding {
  const target = `≤ ${formatNumber(bound)} ${unit}`;
  return {
    what,
    figure: `${formatNumber(measured)} ${unit}`,
    limit: "",
    ratio: null,
    target,
    isMet: measured <= bound,
  };
}

export function notMeasured(what: string, why: string): Finding {
  return { what, figure: `not measured: ${why}`, limit: "", ratio: null, target: "", isMet: null };
}

/** As a Markdown table, so that docs/performance.md can keep it as it is. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, figure, limit, ratio, target, isMet }) => [
    what,
    figure,
    limit,
    ratio === null ? "" : `${ratio.toFixed(2)} ×`,
    target,
    isMet === null ? "–" : isMet ? "reached" : "**missed**",
  ]);
  const head = ["what", "measured", "limit in the same run", "ratio", "to reach", ""];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
