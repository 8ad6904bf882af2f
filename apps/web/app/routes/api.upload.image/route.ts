import { takeHits } from "@app/services/limits/take-hits";
import { UPLOAD_TOO_LARGE, uploadImage } from "@app/services/upload/upload-image";
import { requireUser } from "~/server/context.server";
import { readUploadedFile } from "~/server/multipart.server";
import { methodNotAllowed, postOnly } from "~/server/rest.server";

/** POST /api/upload/image */
export const action = postOnly(async ({ context, request }) => {
  const user = await requireUser(context);
  await takeHits(user, [{ limit: "upload", subject: user.actor.id }]);
  return uploadImage(user, await readUploadedFile(request, UPLOAD_TOO_LARGE));
});

export const loader = methodNotAllowed("POST");
