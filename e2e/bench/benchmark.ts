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
  /** By which share of the target it is missed, 0 when it is reached. Null without a target, or when not measured: `figure` then says why. */
  missedBy: number | null;
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
  return compare(compared, `≥ ${times} ×`, (ratio) => 1 - ratio / times);
}

/** The figure must be at most `times` the reference. For time and memory. */
export function atMost(times: number, compared: Compared): Finding {
  return compare(compared, `≤ ${times} ×`, (ratio) => ratio / times - 1);
}

function compare(
  { what, measured, limit, unit }: Compared,
  target: string,
  missedBy: (ratio: number) => number,
): Finding {
  const ratio = measured / limit;
  return {
    what,
    figure: `${formatNumber(measured)} ${unit}`,
    limit: `${formatNumber(limit)} ${unit}`,
    ratio,
    target,
    missedBy: Number.isFinite(ratio) ? Math.max(0, missedBy(ratio)) : 1,
  };
}

/** A comparison without a target. */
export function compared(figures: Compared): Finding {
  return { ...compare(figures, "", () => 0), missedBy: null };
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
    missedBy: measured <= bound ? 0 : measured / bound - 1,
  };
}

export function notMeasured(what: string, why: string): Finding {
  return { what, figure: `not measured: ${why}`, limit: "", ratio: null, target: "", missedBy: null };
}

function outcomeText(missedBy: number | null): string {
  if (missedBy === null) return "–";
  if (missedBy === 0) return "reached";
  // There is no share of a bound of 0.
  return Number.isFinite(missedBy) ? `**missed by ${Math.ceil(missedBy * 100)} %**` : "**missed**";
}

/** A Markdown table, as docs/performance.md shows it. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, figure, limit, ratio, target, missedBy }) => [
    what,
    figure,
    limit,
    ratio === null ? "" : `${ratio.toFixed(2)} ×`,
    target,
    outcomeText(missedBy),
  ]);
  const head = ["what", "measured", "limit in the same run", "ratio", "to reach", ""];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
