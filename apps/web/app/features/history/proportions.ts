interface Shape {
  type: string;
  width: number | null;
  height: number | null;
}

const PICTURE = { width: 4, height: 3 } as const;
const VIDEO = { width: 16, height: 9 } as const;
/** Beyond these a work would be a stripe. */
const RATIO_MIN = 0.5;
const RATIO_MAX = 2.4;

/** Width by height of a work in the grid: its own, where it is known. */
export function ratioOf({ type, width, height }: Shape): number {
  const usual = type === "video" ? VIDEO : PICTURE;
  const ratio = width && height ? width / height : usual.width / usual.height;
  return Math.min(RATIO_MAX, Math.max(RATIO_MIN, ratio));
}

/** Rows of the grid are this part of the width of a column. */
const ROWS_PER_COLUMN_WIDTH = 48;

/** How many rows of the grid a work of this shape takes. */
export const rowsOf = (shape: Shape): number => Math.round(ROWS_PER_COLUMN_WIDTH / ratioOf(shape));
