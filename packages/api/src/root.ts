import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { accountRouter } from "./routers/account";
import { adminRouter } from "./routers/admin";
import { billingRouter } from "./routers/billing";
import { chatRouter } from "./routers/chat";
import { historyRouter } from "./routers/history";
import { imageRouter } from "./routers/image";
import { meRouter } from "./routers/me";
import { passwordRouter } from "./routers/password";
import { secondFactorRouter } from "./routers/second-factor";
import { studioRouter } from "./routers/studio";
import { createVideoRouter } from "./routers/video";
import { router } from "./trpc";

/** All procedures. The longest video is configuration, and part of the input's types. */
export function createAppRouter(config: { videoMaxDurationSeconds: number }) {
  return router({
    me: meRouter,
    account: accountRouter,
    password: passwordRouter,
    secondFactor: secondFactorRouter,
    billing: billingRouter,
    image: imageRouter,
    video: createVideoRouter(config.videoMaxDurationSeconds),
    studio: studioRouter,
    chat: chatRouter,
    history: historyRouter,
    admin: adminRouter,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;
