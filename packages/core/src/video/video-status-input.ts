import { z } from "zod";
import { requiredText } from "../input/text";

const ID_MAX_CHARACTERS = 200;
const REQUIRED = "taskId and historyId are required";

export const VideoStatusInput = z.object({
  taskId: requiredText("taskId", REQUIRED, ID_MAX_CHARACTERS),
  historyId: requiredText("historyId", REQUIRED, ID_MAX_CHARACTERS),
});
export type VideoStatusInput = z.output<typeof VideoStatusInput>;
