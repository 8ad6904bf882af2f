import { refuseUnknownOpenAi } from "~/server/http/openai.server";

/** Every other path below /v1. */
export const loader = refuseUnknownOpenAi;
export const action = refuseUnknownOpenAi;
