import { refuseOpenAi } from "~/server/http/openai.server";

/** Every other path below /v1. */
export const loader = refuseOpenAi("not_found", "There is nothing at this address. See /developers");
export const action = loader;
