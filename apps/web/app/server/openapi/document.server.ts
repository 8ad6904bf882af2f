import { createHash } from "node:crypto";
import type { TextModel } from "@app/core/chat/text-models";
import type { ImageChoices } from "@app/core/image/image-input";
import type { VideoChoices } from "@app/core/video/video-choices";
import { WEBHOOK_EVENTS, WEBHOOK_TEST, type WebhookType } from "@app/core/webhooks/webhook-events";
import { webhookExamples, webhookPayloads } from "@app/core/webhooks/webhook-payloads";
import { createDocument } from "zod-openapi";
import { sessionCookieName } from "../auth/cookies.server";
import type { Deps } from "../composition-root.server";
import { ACCOUNT_PATHS } from "./account-paths";
import { ADMIN_PATHS } from "./admin-paths";
import { generationPaths } from "./generation-paths";
import { openAiPaths } from "./openai-paths";
import { TAGS } from "./operation";
import { PAYMENT_PATHS } from "./payment-paths";
import { ErrorBody, OpenAiErrorBody } from "./responses";

const DESCRIPTION = `Credits buy chats, images and videos. A program calls the API with an API key (\`Authorization: Bearer gm_...\`), which its owner \
creates on the account page; pages call it with a session cookie.

Send an \`Idempotency-Key\` with every paid request: repeating it is then safe. A request that got status 429 can be repeated after \`Retry-After\` seconds.

Agents use \`POST /mcp\`, by the Model Context Protocol. \`/api/trpc\` is internal to the pages and changes without notice.`;

/** What each error status means. */
const ERRORS: Readonly<Record<number, string>> = {
  400: "The request is invalid. The error says which part.",
  401: "There is no valid session or API key.",
  402: "Too few credits, or the API key's credit limit is reached.",
  403: "The caller may not do this: banned, no administrator, or an API key without the scope.",
  404: "There is no such thing, or it belongs to somebody else.",
  409: "In conflict with another request or row.",
  413: "The body is too large.",
  429: "Too many requests. Retry-After says when to repeat.",
  500: "It failed. A paid request says in the error, or the ledger shows, whether it was charged.",
  502: "Another service failed.",
  503: "This part of the service is not configured. Nothing was charged.",
};

export interface OpenApiDocument {
  json: string;
  etag: string;
}

const documents = new WeakMap<Deps["env"], OpenApiDocument>();

/** The OpenAPI document of this configuration, created once: sizes, durations and the model are those that the service accepts. */
export function openApiDocument({ env, service }: Deps): OpenApiDocument {
  const known = documents.get(env);
  if (known) return known;
  const { imageChoices: image, videoChoices: video, appUrl: origin } = service.config;
  const { textModels } = service.config;
  const json = JSON.stringify(describeApi({ image, video, textModels, origin, sessionCookie: sessionCookieName(env) }));
  const created = { json, etag: `"${createHash("sha256").update(json).digest("base64url").slice(0, 22)}"` };
  documents.set(env, created);
  return created;
}

interface Described {
  image: ImageChoices;
  video: VideoChoices;
  textModels: readonly [TextModel, ...TextModel[]];
  origin: string;
  sessionCookie: string;
}

/** The OpenAPI document of a service with these choices. */
export function describeApi({ image, video, textModels, origin, sessionCookie }: Described) {
  return createDocument(
    {
      openapi: "3.1.0",
      info: { title: "Genmint API", version: "1.0.0", description: DESCRIPTION },
      servers: [{ url: origin }],
      tags: Object.values(TAGS).map((name) => ({ name })),
      paths: {
        ...generationPaths({ image, video, textModels }),
        ...openAiPaths(textModels),
        ...ACCOUNT_PATHS,
        ...PAYMENT_PATHS,
        ...ADMIN_PATHS,
      },
      webhooks: describeWebhooks(),
      components: {
        securitySchemes: {
          apiKey: { type: "http", scheme: "bearer", description: "An API key, `gm_...`." },
          session: { type: "apiKey", in: "cookie", name: sessionCookie, description: "A signed-in browser." },
          cronSecret: { type: "http", scheme: "bearer", description: "`CRON_SECRET`." },
          cronBasic: { type: "http", scheme: "basic", description: "`CRON_JOBS_USERNAME` and `CRON_JOBS_PASSWORD`." },
          providerSignature: { type: "apiKey", in: "header", name: "provider-signature" },
        },
        responses: errorResponses(),
      },
    },
    { override: dateAsText },
  );
}

/** The messages that the service sends to its users' endpoints. */
function describeWebhooks() {
  const types: readonly WebhookType[] = [...WEBHOOK_EVENTS, WEBHOOK_TEST];
  return Object.fromEntries(
    types.map((type) => [
      type,
      {
        post: {
          operationId: type,
          tags: [TAGS.webhooks],
          summary: WEBHOOK_SUMMARIES[type],
          description:
            "Signed by the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, `webhook-signature`. Repeated for a day until a response has a status of 200 to 299.",
          security: [],
          requestBody: {
            required: true,
            content: { "application/json": { schema: webhookPayloads[type], example: webhookExamples[type] } },
          },
          responses: { "2XX": { description: "Received." } },
        },
      },
    ]),
  );
}

const WEBHOOK_SUMMARIES: Readonly<Record<WebhookType, string>> = {
  "generation.completed": "An image or video is ready",
  "generation.failed": "An image or video failed",
  "credits.granted": "Credits arrived",
  "credits.low": "The balance fell to the threshold or below",
  "subscription.updated": "A subscription began, or its plan or status changed",
  "webhook.test": "A test message, sent from the endpoint's page",
};

function errorResponses() {
  const response = (status: number, schema: typeof ErrorBody | typeof OpenAiErrorBody) => ({
    description: ERRORS[status] ?? "",
    content: { "application/json": { schema } },
    ...(status === 429
      ? { headers: { "Retry-After": { description: "Seconds.", schema: { type: "integer" as const } } } }
      : {}),
  });
  return Object.fromEntries(
    Object.keys(ERRORS).flatMap((status) => [
      [status, response(Number(status), ErrorBody)],
      [`OpenAI${status}`, response(Number(status), OpenAiErrorBody)],
    ]),
  );
}

/** JSON has no dates. */
function dateAsText({
  jsonSchema,
  zodSchema,
}: {
  jsonSchema: { type?: unknown; format?: unknown };
  zodSchema: { _zod: { def: { type: string } } };
}) {
  if (zodSchema._zod.def.type === "date") Object.assign(jsonSchema, { type: "string", format: "date-time" });
}
