import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Frees all that nothing refers to any more. Some signals of Node are then lost, which happens at any time in a busy service. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}
