import { generateVideoInput } from "@app/core/video/video-input";
import { submitVideoOnce } from "@app/services/video/submit-video";
import { PICTURE_BODY_MAX_BYTES } from "~/server/http/body.server";
import { methodNotAllowed, userJsonAction } from "~/server/http/rest.server";

/** POST /api/video/generate */
export const action = userJsonAction(
  ({ service }) => generateVideoInput(service.config.videoChoices),
  submitVideoOnce,
  {
    scope: "video",
    maxBytes: PICTURE_BODY_MAX_BYTES,
    unexpectedMessage: "Failed to generate video",
  },
);

export const loader = methodNotAllowed("POST");
