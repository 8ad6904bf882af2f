import { consumeRateLimits } from "@app/services/platform/rate-limits";
import { SIMPLE_UPLOAD_TOO_LARGE, uploadSimple } from "@app/services/upload/upload-image";
import { requireCaller, requireStillSignedIn } from "~/server/auth/request-context.server";
import { withUploadedFile } from "~/server/http/multipart.server";
import { methodNotAllowed, postOnly } from "~/server/http/rest.server";

/** POST /api/upload/simple */
export const action = postOnly(async ({ context, request }) => {
  const user = await requireCaller(context, "upload");
  await consumeRateLimits(user, [{ limit: "upload", subject: user.actor.id }]);
  return withUploadedFile(user.actor.id, request, SIMPLE_UPLOAD_TOO_LARGE, async (file) =>
    uploadSimple(await requireStillSignedIn(context, user), file),
  );
});

export const loader = methodNotAllowed("POST");
