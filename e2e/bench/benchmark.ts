/** One row of the table: a figure next to a reference from the same run. */
export interface Finding {
  what: string;
  /** The measured value with its unit. */
  figure: string;
  /** The reference from the same run, with its unit. */
  limit: string;
  /** Figure divided by reference; null when they are not comparable. */
  ratio: number | null;
  /** The target as text. */
  target: string;
  /** Null without a target, or when not measured: `figure` then says why. */
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

/** The figure must be at least `times` the reference. For throughput. */
export function atLeast(times: number, compared: Compared): Finding {
  return compare(compared, `≥ ${times} ×`, (ratio) => ratio >= times);
}

/** The figure must be at most `times` the reference. For time and memory. */
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

/** A comparison without a target. */
export function compared(figures: Compared): Finding {
  return { ...atLeast(0, figures), target: "", isMet: null };
}

/** The figure must be within a fixed bound. */
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

/** A Markdown table, as docs/performance.md shows it. */
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
