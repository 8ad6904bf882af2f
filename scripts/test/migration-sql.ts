import { type AlterTableCmd, type Node, parse, type RangeVar } from "libpg-query";

/** The reason of a change that the running version might not survive, in a comment before the statement. */
const CONTRACT = /^\s*--\s*contract:\s*\S+/m;

/** A statement of a migration, as PostgreSQL's own parser reads it. */
export interface Statement {
  node: Node;
  line: number;
  isContract: boolean;
}

export async function readStatements(sql: string): Promise<Statement[]> {
  // PostgreSQL counts bytes.
  const bytes = Buffer.from(sql);
  let end = 0;
  const { stmts = [] } = await parse(sql);
  return stmts.flatMap(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
    const before = bytes.subarray(end, start).toString();
    end = length === undefined ? bytes.length : start + length;
    const line = bytes.subarray(0, start).toString().split("\n").length;
    return stmt ? [{ node: stmt, line, isContract: CONTRACT.test(before) }] : [];
  });
}

/** Milliseconds of SET LOCAL lock_timeout; null for another statement. Without LOCAL it would go on for the files after this one. */
export function lockTimeoutMs(node: Node): number | null {
  if (!("VariableSetStmt" in node)) return null;
  const { name, is_local: isLocal, args: [value] = [] } = node.VariableSetStmt;
  if (name !== "lock_timeout" || !isLocal || !value || !("A_Const" in value)) return null;
  const [, amount = value.A_Const.ival?.ival, unit] = /^(\d+)\s*(ms|s)?$/.exec(value.A_Const.sval?.sval ?? "") ?? [];
  return Number(amount ?? 0) * (unit === "s" ? 1_000 : 1);
}

export function isConcurrent(node: Node): boolean {
  if ("IndexStmt" in node) return node.IndexStmt.concurrent === true;
  if ("DropStmt" in node) return node.DropStmt.concurrent === true;
  if (!("ReindexStmt" in node)) return false;
  return (node.ReindexStmt.params ?? []).some(
    (param) => "DefElem" in param && param.DefElem.defname === "concurrently",
  );
}

/** Statements of which every request that uses the table waits for the end. */
const LOCKING = ["CreateStmt", "CreateTrigStmt", "DropStmt", "RenameStmt"];

export function takesLock(node: Node): boolean {
  if (!("AlterTableStmt" in node)) return LOCKING.some((type) => type in node);
  return commandsOf(node.AlterTableStmt).some(({ subtype }) => subtype !== "AT_ValidateConstraint");
}

interface Change {
  relation?: RangeVar;
  whereClause?: Node;
}

/** UPDATE and DELETE within a statement, also those in WITH. */
export function changesIn(value: unknown): Change[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(key === "UpdateStmt" || key === "DeleteStmt" ? [member as Change] : []),
    ...changesIn(member),
  ]);
}

/** Names of the functions that an expression calls. */
export function functionsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(key === "FuncCall" ? [lastText((member as { funcname?: Node[] }).funcname)] : []),
    ...functionsIn(member),
  ]);
}

export function commandsOf({ cmds = [] }: { cmds?: Node[] }): AlterTableCmd[] {
  return cmds.flatMap((node) => ("AlterTableCmd" in node ? [node.AlterTableCmd] : []));
}

export const nameOf = (relation: RangeVar | undefined) =>
  `${relation?.schemaname ?? "public"}.${relation?.relname ?? ""}`;

export function lastText(nodes: readonly Node[] = []): string {
  const last = nodes.at(-1);
  return last && "String" in last ? (last.String.sval ?? "") : "";
}
