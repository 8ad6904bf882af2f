import encodeQR from "qr";

/** The dark squares of a QR code as one path, for an SVG element whose view box is `size` units wide and high. */
export interface Drawing {
  size: number;
  path: string;
}

/** The light frame that cameras need, in squares, by the standard. */
const FRAME = 4;

export function drawQrCode(text: string): Drawing {
  const rows = encodeQR(text, "raw", { border: FRAME });
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size: rows.length, path: squares.join("") };
}
