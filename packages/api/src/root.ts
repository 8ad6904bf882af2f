import type { ServiceConfig } from "@app/services/context";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { accountRouter } from "./routers/account";
import { adminRouter } from "./routers/admin";
import { billingRouter } from "./routers/billing";
import { chatRouter } from "./routers/chat";
import { historyRouter } from "./routers/history";
import { createImageRouter } from "./routers/image";
import { meRouter } from "./routers/me";
import { passwordRouter } from "./routers/password";
import { secondFactorRouter } from "./routers/second-factor";
import { studioRouter } from "./routers/studio";
import { createVideoRouter } from "./routers/video";
import { router } from "./trpc";

/** All procedures. What the models accept is configuration, and part of the input's types. */
export function createAppRouter(config: Pick<ServiceConfig, "imageChoices" | "videoChoices">) {
  return router({
    me: meRouter,
    account: accountRouter,
    password: passwordRouter,
    secondFactor: secondFactorRouter,
    billing: billingRouter,
    image: createImageRouter(config.imageChoices),
    video: createVideoRouter(config.videoChoices),
    studio: studioRouter,
    chat: chatRouter,
    history: historyRouter,
    admin: adminRouter,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;
