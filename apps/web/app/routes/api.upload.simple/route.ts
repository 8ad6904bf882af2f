import { consumeRateLimits } from "@app/services/limits/take-hits";
import { SIMPLE_UPLOAD_TOO_LARGE, uploadSimple } from "@app/services/upload/upload-simple";
import { requireUser } from "~/server/context.server";
import { withUploadedFile } from "~/server/multipart.server";
import { methodNotAllowed, postOnly } from "~/server/rest.server";

/** POST /api/upload/simple */
export const action = postOnly(async ({ context, request }) => {
  const user = await requireUser(context);
  await consumeRateLimits(user, [{ limit: "upload", subject: user.actor.id }]);
  return withUploadedFile(user.actor.id, request, SIMPLE_UPLOAD_TOO_LARGE, (file) => uploadSimple(user, file));
});

export const loader = methodNotAllowed("POST");
