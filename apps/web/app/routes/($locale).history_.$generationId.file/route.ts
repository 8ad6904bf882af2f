import { requiredId } from "@app/core/input/fields";
import { parseInput } from "@app/core/input/parse";
import { openGenerationFile } from "@app/services/history/open-generation-file";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireUser } from "~/server/auth/request-context.server";
import { sendFile } from "~/server/http/file-response.server";
import { respond } from "~/server/http/rest.server";

const FilePath = z.object({ generationId: requiredId("generationId") });

/** GET /history/:generationId/file: the image or video as a download. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    const user = await requireUser(args.context);
    const { generationId } = parseInput(FilePath, args.params);
    return sendFile(args, await openGenerationFile(user, { id: generationId }), "attachment");
  });
