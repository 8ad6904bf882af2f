import type { ActionFunctionArgs } from "@remix-run/node";
import { refuseOpenAiMethod, respondCompletion } from "~/server/http/openai.server";

/** POST /v1/chat/completions, in OpenAI's protocol. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? respondCompletion(args) : loader(args);

export const loader = refuseOpenAiMethod("POST");
