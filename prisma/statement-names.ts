import { createHash } from "node:crypto";

/** Every connection keeps its own copy of each named statement, so their number is bounded. */
const NAMED_STATEMENTS_MAX = 500;

/** What a caller writes first in a statement whose best plan depends on its values: `/* unnamed *\/ SELECT …`. */
const UNNAMED_MARK = /^\s*\/\*\s*unnamed\s*\*\//;

/** A plan made without knowing the limit reads far too much: such statements are planned anew, each with its values. */
const PARAMETERISED_LIMIT = /\b(?:limit|offset)\s+\$\d/i;

/**
 * Names repeated statements, so that PostgreSQL parses and plans each once per connection.
 * The empty name means: parse it anew. It is what a statement gets that starts with the mark above, that has a
 * parameterised LIMIT or OFFSET, or that comes when the bound is reached.
 */
export function createStatementNamer(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= NAMED_STATEMENTS_MAX || UNNAMED_MARK.test(sql) || PARAMETERISED_LIMIT.test(sql)) return "";
    const name = createHash("sha1").update(sql).digest("base64url");
    names.set(sql, name);
    return name;
  };
}
