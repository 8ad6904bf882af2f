import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

const HOST = "127.0.0.1";

/** The port of the last start when it is free, so that addresses stay valid over a restart; else any free one. */
export async function choosePort(dataDirectory: string): Promise<number> {
  const file = path.join(dataDirectory, "port");
  const remembered = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const port = (await freePort(remembered)) ?? (await freePort(0));
  if (port === undefined) throw new Error(`No free port on ${HOST}.`);
  writeFileSync(file, String(port));
  return port;
}

/** @param wanted 0 for any */
async function freePort(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(wanted, HOST);
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
