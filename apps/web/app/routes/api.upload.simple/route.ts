import { SIMPLE_UPLOAD_TOO_LARGE, uploadSimple } from "@app/services/upload/upload-simple";
import { requireUser } from "~/server/context.server";
import { withUploadedFile } from "~/server/multipart.server";
import { methodNotAllowed, postOnly } from "~/server/rest.server";

/** POST /api/upload/simple */
export const action = postOnly(async ({ context, request }) => {
  await requireUser(context);
  return withUploadedFile(request, SIMPLE_UPLOAD_TOO_LARGE, uploadSimple);
});

export const loader = methodNotAllowed("POST");
