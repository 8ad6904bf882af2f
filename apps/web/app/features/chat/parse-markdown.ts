import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmAutolinkLiteralFromMarkdown } from "mdast-util-gfm-autolink-literal";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { mathFromMarkdown } from "mdast-util-math";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { math } from "micromark-extension-math";
import { normalizeMath } from "./normalize-math";

/** The blocks: paragraphs, headings, lists, quotes, code, tables and formulas. HTML is not parsed, so it is shown as text. */
const BLOCKS = {
  extensions: [
    gfmTable(),
    gfmTaskListItem(),
    math({ singleDollarTextMath: false }),
    { disable: { null: ["htmlFlow", "htmlText"] } },
  ],
  mdastExtensions: [gfmTableFromMarkdown(), gfmTaskListItemFromMarkdown(), mathFromMarkdown()],
};

/** CommonMark, with GitHub's tables, task lists, strikethrough and bare links, and with formulas in double dollars. */
const SYNTAX = {
  extensions: [...BLOCKS.extensions, gfmAutolinkLiteral(), gfmStrikethrough()],
  mdastExtensions: [...BLOCKS.mdastExtensions, gfmAutolinkLiteralFromMarkdown(), gfmStrikethroughFromMarkdown()],
};

export type SyntaxExtension = ReturnType<typeof gfmTable>;

/** Of CommonMark and the extensions, what is within a paragraph. */
const WITHIN_PARAGRAPHS = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "hardBreakEscape",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
  "mathText",
];

/** The blocks alone: marks within their text stay as they are. */
const BLOCKS_ALONE = { ...BLOCKS, extensions: [...BLOCKS.extensions, { disable: { null: WITHIN_PARAGRAPHS } }] };

/** A reply of 2,048 tokens has a thousand lines at most. */
const LINES_MAX = 1_500;
/** Each cell of a table takes time too. A reply of 2,048 tokens has some thousand at most. */
const CELLS_MAX = 8_000;
/** The quotes and list items that a line opens inside each other. Within a list item it may begin with any number of spaces. */
const OPENED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)))+/gm;
/** One of them, or the indentation of one that an earlier line opened. */
const OPENED_ONE = />|[-+*]|\d+[.)]|\t| {4}/g;
/** A thousand lines of a depth of four, or one of forty. Lines of code count too: up to 150 that are indented by 28 spaces. */
const DEPTH_COST_MAX = 100_000;

const EMPTY_LINE = /\n[ \t]*\n/;
const MARKS = /[*_~[\]`$\\&<]/g;
const BARE_LINKS = /www\.|:\/\/|@/gi;
/** The time for one bare link, in marks. */
const BARE_LINK_COST = 8;
/** For a mark that is closed nowhere the rest of its paragraph is read: so many characters take the time of one mark. */
const CHARACTERS_PER_MARK = 5;
/** One table of three thousand marks, or a hundred paragraphs of three hundred. */
const MARKS_COST_MAX = 9_000_000;
/** Characters that are no part of a bare link at its end. After each of them the parser checks whether the link ends there. */
const LINK_ENDS = /[!"&'),.:;?\]*_~]/g;
/** The time for one of them, in marks. */
const LINK_END_COST = 0.5;

/**
 * Parses a reply. The parser takes time by the square of the marks in a paragraph, and by the depth and the number of blocks: up to a minute for
 * 16 kB, in which a server that renders the page does nothing else. So of text with very many marks only the blocks are parsed.
 * @param cjk what Chinese, Japanese and Korean text needs in addition
 * @returns null for text with very many or very deep blocks, which is to be shown as it is
 */
export function parseMarkdown(reply: string, cjk: SyntaxExtension = {}): Root | null {
  // A carriage return ends a line too.
  const text = reply.replace(/\r\n?/g, "\n");
  if (count(text, /\n/g) > LINES_MAX || count(text, /\|/g) > CELLS_MAX || depthCost(text) > DEPTH_COST_MAX) return null;
  if (marksCost(text) + linkEndsCost(text) > MARKS_COST_MAX) return fromMarkdown(text, BLOCKS_ALONE);
  return fromMarkdown(normalizeMath(text), { ...SYNTAX, extensions: [...SYNTAX.extensions, cjk] });
}

function depthCost(text: string): number {
  return sum((text.match(OPENED) ?? []).map((opened) => count(opened, OPENED_ONE) ** 3));
}

function marksCost(text: string): number {
  const paragraphs = text.split(EMPTY_LINE);
  return sum(
    paragraphs.map((part) => {
      const marks = count(part, MARKS) + BARE_LINK_COST * count(part, BARE_LINKS);
      return marks * Math.max(marks, part.length / CHARACTERS_PER_MARK);
    }),
  );
}

function linkEndsCost(text: string): number {
  const links = text.split(/\s/).filter((word) => count(word, BARE_LINKS) > 0);
  return sum(links.map((link) => (LINK_END_COST * count(link, LINK_ENDS)) ** 2));
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const sum = (costs: readonly number[]): number => costs.reduce((total, cost) => total + cost, 0);
