import type { ServiceConfig } from "@app/services/context";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { accountRouter, apiKeysRouter, meRouter, passwordRouter, secondFactorRouter } from "./routers/account";
import { adminRouter } from "./routers/admin";
import { billingRouter } from "./routers/billing";
import { chatRouter } from "./routers/chat";
import { collectionsRouter } from "./routers/collections";
import { historyRouter, studioRouter } from "./routers/history";
import { createImageRouter } from "./routers/image";
import { sharingRouter } from "./routers/sharing";
import { createVideoRouter } from "./routers/video";
import { webhooksRouter } from "./routers/webhooks";
import { router } from "./trpc";

/** All procedures. The choices of the configured models are part of the input schemas. */
export function createAppRouter(config: Pick<ServiceConfig, "imageChoices" | "videoChoices">) {
  return router({
    me: meRouter,
    account: accountRouter,
    apiKeys: apiKeysRouter,
    webhooks: webhooksRouter,
    password: passwordRouter,
    secondFactor: secondFactorRouter,
    billing: billingRouter,
    image: createImageRouter(config.imageChoices),
    video: createVideoRouter(config.videoChoices),
    studio: studioRouter,
    chat: chatRouter,
    history: historyRouter,
    collections: collectionsRouter,
    sharing: sharingRouter,
    admin: adminRouter,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;
