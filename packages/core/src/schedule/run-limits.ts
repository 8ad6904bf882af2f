const SCHEDULES_DEFAULT = 50;
const SCHEDULES_MAX = 500;
const INSTALMENTS_DEFAULT = 12;
const INSTALMENTS_MAX = 36;

// Decimal notation only: `Number` alone would also accept "", "0x10" and "Infinity".
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Bounds of one run of the periodic grant, from the query parameters `limit` and `catchUp` (null when absent; contract §6). */
export function parseRunLimits(params: { limit: string | null; catchUp: string | null }): {
  schedulesMax: number;
  instalmentsMax: number;
} {
  const limit = wholeNumber(params.limit) ?? SCHEDULES_DEFAULT;
  // Zero counts as absent (spec, endpoint 1).
  const catchUp = wholeNumber(params.catchUp) || INSTALMENTS_DEFAULT;
  return {
    schedulesMax: clamp(limit, SCHEDULES_MAX),
    instalmentsMax: clamp(catchUp, INSTALMENTS_MAX),
  };
}

function wholeNumber(text: string | null): number | undefined {
  const trimmed = text?.trim() ?? "";
  return DECIMAL.test(trimmed) ? Math.trunc(Number(trimmed)) : undefined;
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 1), max);
}
