import type { TextModel } from "@app/core/chat/text-models";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";

/**
 * The model that answers, and its price: the named one, or the default.
 * @throws AppError `bad_request` for a model that is not configured
 */
export function chooseTextModel({ config }: Pick<ServiceContext, "config">, name: string | undefined): TextModel {
  const { textModels } = config;
  const chosen = name === undefined ? textModels[0] : textModels.find((model) => model.name === name);
  if (chosen) return chosen;
  throw new AppError("bad_request", `model must be one of ${textModels.map((model) => model.name).join(", ")}`);
}
