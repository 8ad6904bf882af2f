import type { LoaderFunctionArgs } from "@remix-run/node";
import { openAiModel, refuseOpenAiMethod, respondOpenAi } from "~/server/http/openai.server";

/** GET /v1/models: the models for chats, in OpenAI's protocol. */
export const loader = (args: LoaderFunctionArgs) =>
  respondOpenAi(args, async (user) => ({ object: "list", data: user.config.textModels.map(openAiModel) }));

export const action = refuseOpenAiMethod("GET");
