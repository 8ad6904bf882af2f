/** SQL_ASCII stores what it gets. */
const USABLE: readonly string[] = ["UTF8", "SQL_ASCII"];

/**
 * Why a database cannot store every text. With LATIN1 for example it refuses each row with a Chinese character, an emoji or a euro sign:
 * payments and responses among them. Null where it can.
 * @param encoding PostgreSQL's `server_encoding`
 */
export function encodingProblem(encoding: string): string | null {
  if (USABLE.includes(encoding)) return null;
  return `The database has the encoding ${encoding}, which lacks many characters: create one with ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0`;
}
