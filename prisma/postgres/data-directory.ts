import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CLUSTER_NAME } from "./cluster";
import { accessiblePathFor, allowTraversal, isAccessibleToOtherUsers } from "./reachable-place";
import { waitUntilUnused } from "./running-server";
import { isRoot } from "./server-user";

const NOTE_NAME = "moved.txt";

/**
 * Makes the directory for the data, and answers where it really is: at `wanted`, or, where we are root and the server's
 * account cannot get there, at a place that it can reach. What is left at `wanted` then stands for the data: whoever
 * deletes it starts afresh, as they would expect.
 */
export async function prepareDataDirectory(wanted: string): Promise<string> {
  const isNew = !existsSync(wanted);
  mkdirSync(wanted, { recursive: true });
  if (!isRoot() || isAccessibleToOtherUsers(wanted)) return wanted;
  const place = accessiblePathFor(wanted);
  if (isNew) {
    await waitUntilUnused(path.join(place, CLUSTER_NAME));
    rmSync(place, { recursive: true, force: true });
  }
  mkdirSync(place, { recursive: true });
  allowTraversal(place);
  writeFileSync(path.join(wanted, NOTE_NAME), `The database's files are in ${place}\n`);
  return place;
}
