import type { ImageRequest } from "@app/clients/image/image-backend";
import { beforeEach } from "vitest";
import type { UserContext } from "../src/context";
import { actAs, createUser, type TestContext, withClients } from "./test-context";

export const IDEMPOTENCY_KEY = "a key";
export const IMAGE_INPUT = {
  prompt: "a boat",
  imageUrl: "https://a.example/b.png",
  size: "1K",
  watermark: true,
} as const;
export const VIDEO_INPUT = {
  prompt: "a boat",
  imageUrl: undefined,
  duration: 5,
  resolution: undefined,
  watermark: undefined,
  cameraFixed: undefined,
};

/** Users whose requests carry an Idempotency-Key, and clients that count their calls and can be made to fail or wait. */
export function useCountedClients(ctx: TestContext) {
  const calls = {
    count: 0,
    /** Runs in every call before it responds. */
    intercept: async (): Promise<void> => undefined,
  };
  beforeEach(() => {
    calls.count = 0;
    calls.intercept = async () => undefined;
  });
  async function call<T>(response: T): Promise<T> {
    calls.count += 1;
    await calls.intercept();
    return response;
  }
  const refuse = (message: string) => () => Promise.reject(new Error(message));

  async function newUser(credits = 100): Promise<UserContext> {
    const counted = withClients(ctx, {
      storage: null,
      results: {
        fetchResult: refuse("Nothing is copied without storage"),
        fetchStart: refuse("Nothing is downloaded"),
        openResult: refuse("Nothing is downloaded"),
      },
      image: { generate: (_request: ImageRequest) => call({ url: "https://a.example/boat.png", revisedPrompt: null }) },
      video: { submit: () => call({ taskId: "task" }), getTask: refuse("Nobody polls the task") },
      payment: {
        createCheckout: () => call({ id: null, url: "https://pay.example/1" }),
        getCheckout: async () => null,
        getSubscription: async () => null,
        getProduct: async () => null,
        cancelSubscription: refuse("Nothing is canceled"),
        resumeSubscription: refuse("Nothing is resumed"),
        createPortalLink: refuse("Nobody opens the portal"),
        moderatePrompt: refuse("Nothing is moderated"),
      },
    });
    return actAs(counted, await createUser(ctx, credits), IDEMPOTENCY_KEY);
  }

  return {
    calls,
    newUser,
    /** The same user's next request: the balance is read again. */
    again: (user: UserContext) => actAs(user, user.actor.id, IDEMPOTENCY_KEY),
    pass: (milliseconds: number) => ctx.setNow(new Date(ctx.now().getTime() + milliseconds)),
    creditsOf: async ({ actor }: UserContext) =>
      (await ctx.db.user.findUniqueOrThrow({ where: { id: actor.id } })).credits,
  };
}

/** The row of a user's Idempotency-Key, or null. */
export function readKeyRow(ctx: UserContext, key: string) {
  return ctx.db.idempotencyKey.findUnique({ where: { userId_key: { userId: ctx.actor.id, key } } });
}

/** A promise and the function that resolves it, to stop a use case at a point and let it continue. */
export function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** The error a promise was rejected with, or undefined. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

/** The same context, in which `happen` runs just before the statement that charges. */
export function beforeCharge<Context extends UserContext>(ctx: Context, happen: () => Promise<void>): Context {
  const db = ctx.db.$extends({
    query: {
      async $allOperations({ operation, args, query }) {
        if (operation === "$queryRaw") await happen();
        return query(args);
      },
    },
  });
  return { ...ctx, db };
}

/** A request that has claimed its key and waits before its charge until `letGo` is called. */
export function holdCharge<Context extends UserContext>(ctx: Context) {
  const [reached, held] = [gate(), gate()];
  const heldContext = beforeCharge(ctx, () => {
    reached.open();
    return held.opened;
  });
  return { held: heldContext, reached: reached.opened, letGo: held.open };
}
