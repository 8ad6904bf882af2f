import type { Duplex } from "node:stream";
import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";
import { serialize } from "pg-protocol";

/** A value as it is sent: its text, bytes, or null. */
type Text = ReturnType<typeof prepareValue>;
export type Row = Record<string, unknown>;

interface Field {
  name: string;
  dataTypeID: number;
}

interface Column {
  name: string;
  read: (text: string) => unknown;
}

/** What a query does on the connection that `pg` gives it: as its own queries do, and past its types. */
interface Connection {
  stream: Duplex;
  /** Texts by names. */
  parsedStatements: Record<string, string | undefined>;
}

const DESCRIBE = serialize.describe({ type: "P" });
const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

/** The columns of named statements that a connection has described once: what is prepared does not change its columns. */
const describedOn = new WeakMap<Connection, Map<string, Column[]>>();

/**
 * A query as `pg` takes it besides its own (`client.query(submittable)`): of a statement it knows it sends the values and reads the
 * rows, and nothing else. `pg`'s own asks for the columns each time, and makes objects of them, of the result and of its events,
 * which takes longer than all that is here.
 */
export class DirectQuery implements pg.Submittable {
  private readonly rows: Row[] = [];
  private columns: Column[] | undefined;
  private described: Map<string, Column[]> | undefined;
  private failure: unknown;

  /** @param name empty for a statement that is to be parsed and planned anew */
  constructor(
    readonly name: string,
    readonly text: string,
    private readonly values: Text[],
    /** Called once, with an error or with the rows. */
    readonly callback: (error: unknown, rows: Row[]) => void,
  ) {}

  submit(given: pg.Connection): void {
    const connection = given as unknown as Connection;
    this.described = describedOn.get(connection) ?? new Map();
    describedOn.set(connection, this.described);
    const isParsed = this.name !== "" && connection.parsedStatements[this.name] !== undefined;
    if (isParsed) this.columns = this.described.get(this.name);
    const bind = serialize.bind({ statement: this.name, values: this.values });
    const messages = this.columns === undefined ? [bind, DESCRIBE, EXECUTE, SYNC] : [bind, EXECUTE, SYNC];
    if (!isParsed) messages.unshift(serialize.parse(this));
    // In one piece: several are gathered by the stream, which takes it longer.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages));
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.remember(fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) })));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.rows.push(readRow(this.columns ?? [], fields));
    } catch (error) {
      this.failure ??= error;
    }
  }

  handleError(error: unknown): void {
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    this.callback(this.failure, this.rows);
  }

  handleCommandComplete(): void {
    // One that has no rows is described by silence.
    if (this.columns === undefined) this.remember([]);
  }

  handleEmptyQuery(): void {}

  private remember(columns: Column[]): void {
    this.columns = columns;
    this.described?.set(this.name, columns);
  }
}

function readRow(columns: readonly Column[], fields: readonly (string | null)[]): Row {
  const row: Row = {};
  for (const [index, { name, read }] of columns.entries()) {
    const text = fields[index] ?? null;
    row[name] = text === null ? null : read(text);
  }
  return row;
}

/** As Prisma reads them; what is not listed is read as `pg` does: moments as dates, JSON parsed, numeric as text. */
const readerOf = (type: number): Column["read"] =>
  type === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(type, "text");

/**
 * Values as they are sent. Dates in UTC: in the process's own time zone, as `pg` writes them, takes it longer.
 * @throws what a value throws that has no text
 */
export function toTexts(values: readonly unknown[]): Text[] {
  return values.map((value) => (value instanceof Date ? value.toISOString() : prepareValue(value)));
}
