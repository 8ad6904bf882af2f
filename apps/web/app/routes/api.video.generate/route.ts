import { generateVideoInput } from "@app/core/video/generate-video-input";
import { submitVideoOnce } from "@app/services/idempotency/repeatable";
import { methodNotAllowed, userJsonAction } from "~/server/rest.server";

/** POST /api/video/generate */
export const action = userJsonAction(({ env }) => generateVideoInput(env.VIDEO_MAX_DURATION_SECONDS), submitVideoOnce);

export const loader = methodNotAllowed("POST");
