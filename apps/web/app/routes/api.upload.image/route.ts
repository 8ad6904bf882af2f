import { consumeRateLimits } from "@app/services/limits/take-hits";
import { UPLOAD_TOO_LARGE, uploadImage } from "@app/services/upload/upload-image";
import { requireUser } from "~/server/context.server";
import { withUploadedFile } from "~/server/multipart.server";
import { methodNotAllowed, postOnly } from "~/server/rest.server";

/** POST /api/upload/image */
export const action = postOnly(async ({ context, request }) => {
  const user = await requireUser(context);
  await consumeRateLimits(user, [{ limit: "upload", subject: user.actor.id }]);
  return withUploadedFile(user.actor.id, request, UPLOAD_TOO_LARGE, (file) => uploadImage(user, file));
});

export const loader = methodNotAllowed("POST");
