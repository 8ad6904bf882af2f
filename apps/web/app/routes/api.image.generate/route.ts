import { GenerateImageInput } from "@app/core/image/generate-image-input";
import { generateImageOnce } from "@app/services/idempotency/repeatable";
import { methodNotAllowed, userJsonAction } from "~/server/rest.server";

/** POST /api/image/generate */
export const action = userJsonAction(GenerateImageInput, generateImageOnce);

export const loader = methodNotAllowed("POST");
