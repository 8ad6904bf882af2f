import type { AlterTableCmd, ColumnDef, Constraint, Node } from "libpg-query";
import {
  changesIn,
  commandsOf,
  functionsIn,
  isConcurrent,
  lastText,
  lockTimeoutMs,
  nameOf,
  readStatements,
  type Statement,
  takesLock,
} from "./migration-sql";

/** A request waits behind a migration that waits for a lock, so no longer than this. */
const LOCK_TIMEOUT_MAX_MS = 1_000;

/** What earlier files have prepared for SET NOT NULL. */
interface Preparation {
  /** Column of a constraint CHECK (column IS NOT NULL), by `table.constraint`. */
  notNullChecks: Map<string, string>;
  /** `table.column` of those that are validated. */
  validated: Set<string>;
}

interface FileState extends Preparation {
  /** Tables that this file creates. They are empty, and no running version knows them. */
  created: Set<string>;
  /** Whether an earlier statement of this file holds a lock that requests wait for, until the end of the file. */
  holdsLock: boolean;
}

/**
 * Statements of these migrations, in order, that lock or rewrite a table that may be large, or break the version that runs while they are
 * applied. Prisma sends a file as one query: PostgreSQL runs its statements as one transaction, so that every lock is held to the end of
 * the file, and refuses CONCURRENTLY unless it is the only statement.
 */
export async function findMigrationProblems(migrations: readonly { name: string; sql: string }[]): Promise<string[]> {
  const preparation: Preparation = { notNullChecks: new Map(), validated: new Set() };
  const problems: string[] = [];
  for (const { name, sql } of migrations) {
    try {
      const statements = await readStatements(sql);
      problems.push(...findFileProblems(statements, preparation).map((problem) => `${name}:${problem}`));
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return problems;
}

function findFileProblems(statements: readonly Statement[], preparation: Preparation): string[] {
  const [first] = statements;
  if (!first) return ["1: there is no statement in it"];
  const state: FileState = { ...preparation, created: new Set(), holdsLock: false };
  const isAlone = statements.length === 1 && isConcurrent(first.node);
  const timeoutMs = lockTimeoutMs(first.node) ?? 0;
  const hasTimeout = isAlone || (timeoutMs > 0 && timeoutMs <= LOCK_TIMEOUT_MAX_MS);
  const problems = statements.flatMap((statement) => {
    const found = findStatementProblems(statement, state);
    if (!isAlone && isConcurrent(statement.node)) found.push("CONCURRENTLY must be the only statement of its file");
    state.holdsLock ||= takesLock(statement.node);
    return found.map((problem) => `${statement.line}: ${problem}`);
  });
  return hasTimeout
    ? problems
    : [
        `${first.line}: the first statement must be SET LOCAL lock_timeout, at most ${LOCK_TIMEOUT_MAX_MS} ms`,
        ...problems,
      ];
}

/** Statements that lock no table for long and that every running version survives. */
const SAFE = [
  "AlterEnumStmt",
  "AlterFunctionStmt",
  "AlterSeqStmt",
  "CommentStmt",
  "CreateEnumStmt",
  "CreateExtensionStmt",
  "CreateFunctionStmt",
  "CreateSchemaStmt",
  "CreateSeqStmt",
  "CreateTrigStmt",
  "GrantStmt",
  "VariableSetStmt",
  "ViewStmt",
];

/** What to do instead of statements that are refused always. */
const REFUSED: Readonly<Record<string, string>> = {
  ClusterStmt: "CLUSTER rewrites the table while every request waits",
  DoStmt: "DO hides its statements from this check",
  LockStmt: "LOCK TABLE makes requests wait",
  TransactionStmt: "a file is one transaction already",
  TruncateStmt: "TRUNCATE removes rows that the running version may need, while every request waits",
  VacuumStmt: "VACUUM cannot run in a transaction, and VACUUM FULL rewrites the table while every request waits",
};

function findStatementProblems({ node, isContract }: Statement, state: FileState): string[] {
  if ("CreateStmt" in node || "CreateTableAsStmt" in node) {
    const relation = "CreateStmt" in node ? node.CreateStmt.relation : node.CreateTableAsStmt.into?.rel;
    state.created.add(nameOf(relation));
    return [];
  }
  if ("IndexStmt" in node) {
    const { relation, concurrent } = node.IndexStmt;
    return concurrent || state.created.has(nameOf(relation))
      ? []
      : ["CREATE INDEX needs CONCURRENTLY, in a file of its own"];
  }
  if ("ReindexStmt" in node) return isConcurrent(node) ? [] : ["REINDEX needs CONCURRENTLY, in a file of its own"];
  if ("DropStmt" in node && node.DropStmt.removeType === "OBJECT_INDEX")
    return node.DropStmt.concurrent ? [] : ["DROP INDEX needs CONCURRENTLY, in a file of its own"];
  if ("DropStmt" in node) return isContract ? [] : [needsContract("DROP")];
  if ("RenameStmt" in node)
    return isContract || state.created.has(nameOf(node.RenameStmt.relation)) ? [] : [needsContract("RENAME")];
  if ("AlterTableStmt" in node) {
    const table = nameOf(node.AlterTableStmt.relation);
    if (state.created.has(table)) return [];
    const commands = commandsOf(node.AlterTableStmt);
    // PostgreSQL drops constraints first, so that they prove nothing for the others.
    for (const { name } of commands.filter(({ subtype }) => subtype === "AT_DropConstraint"))
      state.validated.delete(`${table}.${state.notNullChecks.get(`${table}.${name}`)}`);
    return commands.flatMap((command) => findCommandProblems({ table, command, isContract }, state));
  }
  if (["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt"].some((type) => type in node))
    return findChangeProblems(node, state);
  const [type = ""] = Object.keys(node);
  return SAFE.includes(type) ? [] : [REFUSED[type] ?? `this check does not know ${type}`];
}

const needsContract = (what: string) =>
  `${what} breaks a version that still uses it: say before it which release used it last, as -- contract: last used in 0.3`;

function findChangeProblems(node: Node, state: FileState): string[] {
  const changes = changesIn(node).filter(({ relation }) => !state.created.has(nameOf(relation)));
  return changes.flatMap(({ whereClause }) => [
    ...(whereClause && !("A_Const" in whereClause)
      ? []
      : ["UPDATE or DELETE without WHERE locks every row until the end of the file"]),
    ...(state.holdsLock ? [AFTER_LOCK] : []),
  ]);
}

const AFTER_LOCK =
  "this reads many rows while requests wait for a lock of an earlier statement: put it in a file of its own";

/** Parts of ALTER TABLE that change only the catalogue, and that every running version survives. */
const SAFE_COMMANDS: readonly AlterTableCmd["subtype"][] = [
  "AT_DisableTrig",
  "AT_DropConstraint",
  "AT_DropNotNull",
  "AT_EnableTrig",
  "AT_ResetRelOptions",
  "AT_SetCompression",
  "AT_SetRelOptions",
  "AT_SetStatistics",
  "AT_SetStorage",
];

interface TableChange {
  table: string;
  command: AlterTableCmd;
  isContract: boolean;
}

function findCommandProblems({ table, command, isContract }: TableChange, state: FileState): string[] {
  const { subtype, name = "", def } = command;
  switch (subtype) {
    case "AT_AddColumn":
      return def && "ColumnDef" in def ? findColumnProblems(def.ColumnDef) : [];
    case "AT_AddConstraint":
      return def && "Constraint" in def ? findConstraintProblems(table, def.Constraint, state) : [];
    case "AT_ValidateConstraint": {
      const column = state.notNullChecks.get(`${table}.${name}`);
      if (column !== undefined) state.validated.add(`${table}.${column}`);
      return state.holdsLock ? [AFTER_LOCK] : [];
    }
    case "AT_SetNotNull":
      return state.validated.has(`${table}.${name}`)
        ? []
        : [
            `SET NOT NULL reads the whole table while every request waits: validate CHECK ("${name}" IS NOT NULL) in an earlier file`,
          ];
    case "AT_DropColumn":
      return isContract ? [] : [needsContract("DROP COLUMN")];
    case "AT_ColumnDefault":
      return def || isContract ? [] : [needsContract("DROP DEFAULT")];
    case "AT_AlterColumnType":
      return [
        "ALTER COLUMN TYPE rewrites the table while every request waits: add another column, and copy in batches",
      ];
    default:
      return SAFE_COMMANDS.includes(subtype) ? [] : [`this check does not know ${subtype}`];
  }
}

/** Functions with one result for all rows of a statement: PostgreSQL stores it once, and rewrites nothing. */
const STABLE_FUNCTIONS = ["now", "statement_timestamp", "transaction_timestamp"];
const SERIAL = /^(?:small|big)?serial\d?$/;

function findColumnProblems({ typeName, constraints = [] }: ColumnDef): string[] {
  const all = constraints.flatMap((node) => ("Constraint" in node ? [node.Constraint] : []));
  const has = (contype: Constraint["contype"]) => all.some((constraint) => constraint.contype === contype);
  const volatile = functionsIn(all.find(({ contype }) => contype === "CONSTR_DEFAULT")?.raw_expr).filter(
    (name) => !STABLE_FUNCTIONS.includes(name),
  );
  const rewrites = has("CONSTR_GENERATED") || has("CONSTR_IDENTITY") || SERIAL.test(lastText(typeName?.names));
  const isChecked = (["CONSTR_CHECK", "CONSTR_FOREIGN", "CONSTR_PRIMARY", "CONSTR_UNIQUE"] as const).some(has);
  return [
    ...(has("CONSTR_NOTNULL") && !has("CONSTR_DEFAULT")
      ? ["ADD COLUMN NOT NULL without a default fails where there are rows, and for what the running version writes"]
      : []),
    ...volatile.map(
      (name) => `ADD COLUMN with a default that calls ${name}() rewrites the table while every request waits`,
    ),
    ...(rewrites ? ["ADD COLUMN with generated values rewrites the table while every request waits"] : []),
    ...(isChecked ? ["ADD COLUMN with a constraint: add it apart, NOT VALID or USING INDEX"] : []),
  ];
}

function findConstraintProblems(table: string, constraint: Constraint, { notNullChecks }: FileState): string[] {
  const { contype, conname = "", indexname, skip_validation: isNotValid, raw_expr: check } = constraint;
  if (contype === "CONSTR_CHECK" || contype === "CONSTR_FOREIGN") {
    if (check && "NullTest" in check && check.NullTest.nulltesttype === "IS_NOT_NULL") {
      const { arg } = check.NullTest;
      if (arg && "ColumnRef" in arg) notNullChecks.set(`${table}.${conname}`, lastText(arg.ColumnRef.fields));
    }
    return isNotValid
      ? []
      : ["ADD CONSTRAINT reads the whole table while requests wait: NOT VALID here, VALIDATE in a later file"];
  }
  if (contype === "CONSTR_UNIQUE" || contype === "CONSTR_PRIMARY")
    return indexname
      ? []
      : ["ADD UNIQUE or PRIMARY KEY builds an index while every request waits: USING INDEX, built before"];
  return [`ADD CONSTRAINT: this check does not know ${contype}`];
}
