/** The marks of the quotes and list items in which a block of code may begin, and its indentation. */
const CONTAINERS = String.raw`^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*`;

/**
 * The alternatives, in the order in which they are tried. Code and formulas in double dollars match first and stay as they are. Then come
 * \[…\], \(…\) and $…$. As in Pandoc, a single dollar opens a formula only before a character other than a space. It closes one only after
 * such a character and not before a digit, so that "$5 and $10" stays text. The lengths are bounded, so that text with many opening
 * delimiters and no closing one is read in linear time.
 */
const FORMULAS = new RegExp(
  [
    String.raw`(?<kept>${CONTAINERS}(?<fence>\`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^[ \t>]*\k<fence>|(?![\s\S]))|(?![\s\S]))`,
    String.raw`(?<!\`)(?<ticks>\`+)(?!\`)[^\n]{1,1000}?(?<!\`)\k<ticks>(?!\`)`,
    String.raw`\$\$[\s\S]{1,2000}?\$\$|\\\$)`,
    String.raw`(?<indent>^[ \t]+)?\\\[(?<display>[\s\S]{1,2000}?)\\\]`,
    String.raw`\\\((?<inline>[^\n]{1,1000}?)\\\)`,
    String.raw`(?<![\w$])\$(?<dollars>(?![\s$])(?:[^$\n\\]|\\.){1,1000}?(?<!\s))\$(?![\w$])`,
  ].join("|"),
  "gm",
);

/** Writes the formulas of a reply as models write them in double dollars, the only form that the parser reads. Code stays as it is. */
export function normalizeMath(text: string): string {
  if (!/[\\$]/.test(text)) return text;
  return text.replace(FORMULAS, (match, ...rest) => {
    const { display, inline, dollars, indent }: Record<string, string | undefined> = rest.at(-1);
    if (display !== undefined) return displayed(display, indent);
    const formula = inline ?? dollars;
    return formula === undefined ? match : `$$${formula.trim()}$$`;
  });
}

/** A formula in a paragraph of its own. In an indented line it stays part of its list item. */
function displayed(formula: string, indent = ""): string {
  const lines = ["", "$$", ...formula.trim().split("\n"), "$$", ""];
  return `\n${lines.map((line) => (line === "" ? "" : indent + line.trimStart())).join("\n")}\n`;
}
