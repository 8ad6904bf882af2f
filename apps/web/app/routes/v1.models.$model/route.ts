import { AppError } from "@app/core/errors";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { openAiModel, refuseOpenAiMethod, respondOpenAi } from "~/server/http/openai.server";

/** GET /v1/models/:model, in OpenAI's protocol. */
export const loader = (args: LoaderFunctionArgs) =>
  respondOpenAi(args, async (user) => {
    const model = user.config.textModels.find(({ name }) => name === args.params["model"]);
    if (!model) throw new AppError("not_found", `The model "${args.params["model"]}" does not exist`);
    return openAiModel(model);
  });

export const action = refuseOpenAiMethod("GET");
