import path from "node:path";
import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import { IMAGE_SIZES } from "@app/core/image/image-input";
import { VIDEO_RESOLUTIONS } from "@app/core/video/video-choices";
import openapiTS, { astToString } from "openapi-typescript";
import { describeApi } from "../../apps/web/app/server/openapi/document.server";

export const API_TYPES_FILE = path.join(import.meta.dirname, "../../packages/client/src/api-types.ts");

const HEAD = "// Written by pnpm api:types from the description of the API.\n\n";
const MODEL = "any-model";

/** The types of the API for every configuration: all sizes and resolutions, and any model. */
export async function apiTypes(): Promise<string> {
  const description = describeApi({
    image: { sizes: IMAGE_SIZES, defaultSize: IMAGE_SIZES[0] },
    video: { maxDurationSeconds: 60, durations: null, resolutions: VIDEO_RESOLUTIONS },
    textModels: [{ name: MODEL, credits: CHAT_COST_CREDITS }],
    origin: "https://genmint.example",
    sessionCookie: "session",
  });
  const anyModel = JSON.stringify(description).replaceAll(`"const":"${MODEL}"`, '"minLength":1');
  return HEAD + astToString(await openapiTS(anyModel));
}
