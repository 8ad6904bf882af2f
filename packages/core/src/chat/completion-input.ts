import { z } from "zod";
import { isBlank, textProblem } from "../input/fields";
import { CHAT_MAX_TOKENS, CONTEXT_MAX_CHARACTERS } from "./conversation";

/** A message of a stateless chat. */
export interface CompletionMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

const MESSAGES_MAX = 500;
const STOP_MAX = 4;
const STOP_MAX_CHARACTERS = 100;

/** Parts of OpenAI's protocol that are refused and not ignored: a client that sends them expects another response. */
const UNSUPPORTED: Readonly<Record<string, (value: unknown) => boolean>> = {
  tools: (value) => !Array.isArray(value) || value.length > 0,
  functions: (value) => !Array.isArray(value) || value.length > 0,
  n: (value) => value !== 1,
  logprobs: (value) => value !== false,
  audio: () => true,
  modalities: (value) => JSON.stringify(value) !== '["text"]',
  response_format: (value) => typeOf(value) !== "text",
  prediction: () => true,
  web_search_options: () => true,
};

function typeOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
}

const TextPart = z.object({ type: z.literal("text"), text: z.string() });
const CONTENT_TEXT = "content must be a text, or a list of text parts: pictures and audio are not supported";
const Content = z
  .union([z.string(), z.array(TextPart)], { error: CONTENT_TEXT })
  .transform((content) => (typeof content === "string" ? content : content.map(({ text }) => text).join("")));

const ROLES = ["system", "developer", "user", "assistant"] as const;
const MESSAGES_TEXT = "messages must be a list of messages";
const Message = z.object(
  {
    role: z.enum(ROLES, { error: `role must be one of ${ROLES.join(", ")}` }),
    content: Content,
  },
  { error: MESSAGES_TEXT },
);

const between = (field: string, min: number, max: number) => {
  const error = `${field} must be a number from ${min} to ${max}`;
  return z.number({ error }).min(min, { error }).max(max, { error }).nullish();
};
const count = (field: string) => {
  const error = `${field} must be a whole number above 0`;
  return z.int({ error }).min(1, { error }).nullish();
};
const STOP_TEXT = `stop must be a text or up to ${STOP_MAX} texts, of at most ${STOP_MAX_CHARACTERS} characters each`;
const STOP_CHARACTERS_TEXT = "stop must be valid Unicode text without NUL characters";
const Stop = z
  .string({ error: STOP_TEXT })
  .min(1, { error: STOP_TEXT })
  .max(STOP_MAX_CHARACTERS, { error: STOP_TEXT })
  .refine((text) => textProblem("stop", text, STOP_MAX_CHARACTERS) === undefined, STOP_CHARACTERS_TEXT);

/** How a model writes. Absent fields are left to the backend. */
export interface CompletionParameters {
  temperature?: number;
  top_p?: number;
  max_tokens: number;
  stop?: string | string[];
  presence_penalty?: number;
  frequency_penalty?: number;
  seed?: number;
}

/**
 * The body of `POST /v1/chat/completions`, in OpenAI's protocol. Unknown fields are ignored.
 * @param models the names that may be sent
 */
export const completionInput = (models: readonly string[]) =>
  z
    .looseObject({
      model: z.literal(models, {
        error: `model must be ${models.map((model) => `"${model}"`).join(" or ")}: see GET /v1/models`,
      }),
      messages: z
        .array(Message, { error: MESSAGES_TEXT })
        .min(1, { error: "messages must not be empty" })
        .max(MESSAGES_MAX, { error: `messages must be at most ${MESSAGES_MAX}` }),
      stream: z.boolean({ error: "stream must be true or false" }).nullish(),
      stream_options: z
        .object(
          { include_usage: z.boolean({ error: "include_usage must be true or false" }).nullish() },
          { error: "stream_options must be an object" },
        )
        .nullish(),
      temperature: between("temperature", 0, 2),
      top_p: between("top_p", 0, 1),
      max_tokens: count("max_tokens"),
      max_completion_tokens: count("max_completion_tokens"),
      // An empty list says the same as none, and backends refuse it.
      stop: z
        .union([Stop, z.array(Stop).max(STOP_MAX)], { error: STOP_TEXT })
        .nullish()
        .transform((stop) => (stop?.length === 0 ? undefined : stop)),
      presence_penalty: between("presence_penalty", -2, 2),
      frequency_penalty: between("frequency_penalty", -2, 2),
      seed: z.int({ error: "seed must be a whole number" }).nullish(),
    })
    .superRefine((body, context) => {
      for (const [field, isUnsupported] of Object.entries(UNSUPPORTED)) {
        const value = body[field];
        if (value !== undefined && value !== null && isUnsupported(value))
          context.addIssue({ code: "custom", path: [field], message: `${field} is not supported` });
      }
      const problem = conversationProblem(body.messages);
      if (problem) context.addIssue({ code: "custom", path: ["messages"], message: problem });
    })
    .transform((body): CompletionInput => {
      const { model: name, messages, stream, stream_options, max_tokens, max_completion_tokens } = body;
      const { temperature, top_p, stop, presence_penalty, frequency_penalty, seed } = body;
      const given = { temperature, top_p, stop, presence_penalty, frequency_penalty, seed };
      return {
        model: name,
        messages: messages.map(({ role, content }) => ({ role: role === "developer" ? "system" : role, content })),
        stream: stream ?? false,
        includeUsage: stream_options?.include_usage ?? false,
        parameters: {
          ...withoutMissing(given),
          max_tokens: Math.min(max_completion_tokens ?? max_tokens ?? CHAT_MAX_TOKENS, CHAT_MAX_TOKENS),
        },
      };
    });

export interface CompletionInput {
  model: string;
  messages: CompletionMessage[];
  stream: boolean;
  /** Whether a stream ends with the number of tokens. */
  includeUsage: boolean;
  parameters: CompletionParameters;
}

function conversationProblem(messages: readonly { role: string; content: string }[]): string | undefined {
  if (!messages.some(({ role, content }) => role === "user" && !isBlank(content)))
    return "messages must hold a message of the user";
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  if (characters > CONTEXT_MAX_CHARACTERS)
    return `messages must hold at most ${CONTEXT_MAX_CHARACTERS} characters in all`;
  return messages
    .map(({ content }) => textProblem("content", content, CONTEXT_MAX_CHARACTERS))
    .find((problem) => problem);
}

type Given<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

function withoutMissing<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Given<Fields>;
}
