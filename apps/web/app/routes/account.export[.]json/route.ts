import { Readable } from "node:stream";
import { exportAccount } from "@app/services/account/export-account";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/server/auth/request-context.server";
import { inTurns } from "~/server/http/in-turns.server";
import { respond } from "~/server/http/rest.server";

/** GET /account/export.json: what the signed-in user made and bought, and the account, as a file. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  respond(args, async () => {
    const user = await requireUser(args.context);
    const chunks = Readable.from(inTurns(user.actor.id, exportAccount(user)), { objectMode: false });
    chunks.on("error", (error) => user.log.error({ err: error }, "account export broke off"));
    return new Response(createReadableStreamFromReadable(chunks), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": 'attachment; filename="genmint-export.json"',
        "Cache-Control": "no-store",
      },
    });
  });
