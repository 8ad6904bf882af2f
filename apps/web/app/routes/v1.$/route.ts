import { refuseOpenAi } from "~/server/http/openai.server";

const MESSAGE = "There is nothing at this address. See /developers";

/** Every other path below /v1. */
export const loader = refuseOpenAi("not_found", MESSAGE);
export const action = refuseOpenAi("not_found", MESSAGE);
