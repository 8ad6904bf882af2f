import { consumeRateLimits } from "@app/services/platform/rate-limits";
import { UPLOAD_TOO_LARGE, uploadImage } from "@app/services/upload/upload-image";
import { requireCaller, requireStillSignedIn } from "~/server/auth/request-context.server";
import { withUploadedFile } from "~/server/http/multipart.server";
import { methodNotAllowed, postOnly } from "~/server/http/rest.server";

/** POST /api/upload/image */
export const action = postOnly(async ({ context, request }) => {
  const user = await requireCaller(context, "upload");
  await consumeRateLimits(user, [{ limit: "upload", subject: user.actor.id }]);
  return withUploadedFile(user.actor.id, request, UPLOAD_TOO_LARGE, async (file) =>
    uploadImage(await requireStillSignedIn(context, user), file),
  );
});

export const loader = methodNotAllowed("POST");
