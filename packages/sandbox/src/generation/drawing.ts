import { createHash } from "node:crypto";

/** A strip of text to draw over a picture. */
export interface Caption {
  width: number;
  height: number;
  svg: Buffer;
}

const LINES_MAX = 2;
const FONT_HEIGHT_RATIO = 0.36;
/** Mean width of a character relative to the font size. */
const CHARACTER_WIDTH_RATIO = 0.56;
const FONT_FAMILY = "DejaVu Sans, Liberation Sans, Helvetica, Arial, sans-serif";

/** A dark strip over the whole width with the prompt on it, at most two lines. */
export function promptCaption(prompt: string, width: number, height: number): Caption {
  const fontSize = Math.max(Math.round(height * FONT_HEIGHT_RATIO), 6);
  const charactersPerLine = Math.max(Math.floor((width * 0.94) / (fontSize * CHARACTER_WIDTH_RATIO)), 4);
  const lines = wrapText(drawableText(prompt), charactersPerLine, LINES_MAX);
  const lineHeight = fontSize * 1.2;
  const top = (height - lineHeight * lines.length) / 2 + fontSize;
  const texts = lines.map(
    (line, index) =>
      `<text x="3%" y="${Math.round(top + index * lineHeight)}" font-size="${fontSize}">${escapeXml(line)}</text>`,
  );
  return {
    width,
    height,
    svg: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#14151c"/><g fill="#fff" font-family="${FONT_FAMILY}">${texts.join("")}</g></svg>`,
    ),
  };
}

/** The mark in the corner of a generated picture. */
export function watermarkCaption(width: number): Caption {
  const fontSize = Math.min(Math.max(Math.round(width / 36), 8), Math.floor(width / 8));
  const [markWidth, markHeight] = [fontSize * 8, fontSize * 2];
  return {
    width: markWidth,
    height: markHeight,
    svg: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${markWidth}" height="${markHeight}"><rect width="100%" height="100%" rx="${fontSize / 2}" fill="#000" fill-opacity=".55"/><text x="50%" y="${Math.round(fontSize * 1.35)}" font-size="${fontSize}" text-anchor="middle" fill="#fff" font-family="${FONT_FAMILY}">AI generated</text></svg>`,
    ),
  };
}

/** Removes characters that XML does not allow and collapses white space. */
function drawableText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\s\ufffe\uffff]+/gu, " ").trim();
}

/** Breaks text into lines of at most `lineLength` characters. Text that does not fit is replaced by an ellipsis. */
export function wrapText(text: string, lineLength: number, linesMax: number): string[] {
  const lines: string[] = [];
  let remaining = Array.from(text);
  while (remaining.length > 0 && lines.length < linesMax) {
    const isLast = lines.length === linesMax - 1;
    if (remaining.length <= lineLength) return [...lines, remaining.join("")];
    if (isLast) return [...lines, `${remaining.slice(0, lineLength - 1).join("")}…`];
    const space = remaining.lastIndexOf(" ", lineLength);
    const cut = space > 0 ? space : lineLength;
    lines.push(remaining.slice(0, cut).join(""));
    remaining = remaining.slice(space > 0 ? cut + 1 : cut);
  }
  return lines;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A hue (0..359 degrees) that depends on the prompt, so that different prompts have different colours. */
export function promptHue(prompt: string): number {
  return createHash("sha256").update(prompt).digest().readUInt16BE(0) % 360;
}

/** The hue as a full colour, for frames and backgrounds. */
export function hueColour(hue: number, lightness = 0.5): { r: number; g: number; b: number } {
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    const amplitude = 0.6 * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1))));
  };
  return { r: channel(0), g: channel(8), b: channel(4) };
}
