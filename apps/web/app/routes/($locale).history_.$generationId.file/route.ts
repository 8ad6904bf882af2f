import { requiredId } from "@app/core/input/fields";
import { parseInput } from "@app/core/input/parse";
import { openGenerationFile } from "@app/services/history/open-generation-file";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireUser } from "~/server/auth/request-context.server";
import { respond } from "~/server/http/rest.server";

const FilePath = z.object({ generationId: requiredId("generationId") });

/** GET /history/:generationId/file: the image or video as a download. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    const user = await requireUser(args.context);
    const { generationId } = parseInput(FilePath, args.params);
    const file = await openGenerationFile(user, { id: generationId });
    const headers = {
      "Content-Type": file.contentType,
      "Content-Disposition": `attachment; filename="${file.name}"`,
      "Cache-Control": "private, no-store",
      ...(file.contentBytes === null ? {} : { "Content-Length": String(file.contentBytes) }),
    };
    if (args.request.method !== "HEAD") return new Response(file.body, { headers });
    // A response to HEAD has no body, so that nothing would read the file.
    await file.body.cancel();
    return new Response(null, { headers });
  });
