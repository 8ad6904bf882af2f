import { encodingProblem } from "@app/db/client/encoding";
import type { ServiceContext } from "../context";

/** Empty when the database can store every text. */
export async function checkEncoding({ db }: Pick<ServiceContext, "db">) {
  const [server] = await db.$queryRaw<{ encoding: string }[]>`SELECT current_setting('server_encoding') AS encoding`;
  const message = encodingProblem(server?.encoding ?? "unknown");
  return message === null ? [] : [{ status: "error" as const, message }];
}
