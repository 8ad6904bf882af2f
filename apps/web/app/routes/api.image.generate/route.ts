import { generateImageInput } from "@app/core/image/image-input";
import { generateImageOnce } from "@app/services/image/generate-image";
import { PICTURE_BODY_MAX_BYTES } from "~/server/http/body.server";
import { methodNotAllowed, userJsonAction } from "~/server/http/rest.server";

/** POST /api/image/generate */
export const action = userJsonAction(
  ({ service }) => generateImageInput(service.config.imageChoices),
  generateImageOnce,
  {
    scope: "image",
    maxBytes: PICTURE_BODY_MAX_BYTES,
    unexpectedMessage: "Failed to generate image",
  },
);

export const loader = methodNotAllowed("POST");
