import { type BrowserContext, expect } from "@playwright/test";
import { referencePicture } from "./reference-picture";
import { becomeAdmin, buy, callSuccessfully, createUser, makeChat, postSuccessfully, userIdOf } from "./test-user";

/** Addresses of pages. `{chat}` and its like are replaced by the address of one that exists. */
interface Pages {
  /** The pages that most of them use. */
  main: readonly string[];
  others: readonly string[];
}

export interface Audience {
  name: string;
  /** Signs the context in as one of them and returns the addresses of the pages they see. */
  signIn(context: BrowserContext): Promise<Pages>;
}

function withAddresses({ main, others }: Pages, addresses: Readonly<Record<string, string>>): Pages {
  const fill = (path: string) => path.replace(/\{(\w+)\}/, (_, name: string) => addresses[name] ?? "");
  return { main: main.map(fill), others: others.map(fill) };
}

/** The three kinds of users. Together they see every page. */
export const AUDIENCES: readonly Audience[] = [
  { name: "signed-out users", signIn: () => Promise.resolve(SIGNED_OUT_PAGES) },
  {
    name: "customers",
    signIn: async (context) => {
      const { chatPath, sharedPath } = await signUpWithContent(context);
      const receiptPath = await linkTarget(context, "/billing?tab=payments", /\/billing\/receipts\/[\w-]+/);
      const webhookPath = await linkTarget(context, "/account", /\/account\/webhooks\/[\w-]+/);
      return withAddresses(USER_PAGES, {
        chat: chatPath,
        shared: sharedPath,
        receipt: receiptPath,
        webhook: webhookPath,
      });
    },
  },
  {
    name: "administrators",
    signIn: async (context) => {
      await createUser(context);
      await buy(context);
      await callSuccessfully(context, "account.changeName", { name: "Donaudampfschifffahrtskapitaen".repeat(3) });
      const userPath = `/admin/users/${await userIdOf(context)}`;
      await becomeAdmin(context);
      const eventPath = await linkTarget(
        context,
        "/admin/webhooks?eventType=checkout.completed",
        /\/admin\/webhooks\/[\w-]+/,
      );
      return withAddresses(ADMIN_PAGES, { user: userPath, event: eventPath });
    },
  },
];

/** Address of the first link of that pattern in a page's HTML. */
async function linkTarget(context: BrowserContext, path: string, pattern: RegExp): Promise<string> {
  const html = await (await context.request.get(path)).text();
  const [, address] = new RegExp(`href="(${pattern.source})"`).exec(html) ?? [];
  if (address === undefined) throw new Error(`${path} has no link to ${pattern.source}`);
  return address;
}

const VIDEO_TIMEOUT_MS = 60_000;

/** A customer whose pages are not empty: a purchase, a chat, a shared image in a collection, a video and a webhook. */
async function signUpWithContent(context: BrowserContext): Promise<{ chatPath: string; sharedPath: string }> {
  await createUser(context);
  await postSuccessfully(context, "/api/trpc/webhooks.create", {
    url: "https://hooks.example/genmint",
    events: ["credits.low"],
  });
  await buy(context);
  const chatPath = await makeChat(
    context,
    "Write a **short** list of things that float, as a table with a line of code below.",
  );
  const upload = await context.request.post("/api/upload/image", { multipart: { file: await referencePicture() } });
  const { url }: { url: string } = await upload.json();
  const image = await postSuccessfully(context, "/api/image/generate", { prompt: "the boat at sunset", imageUrl: url });
  const { token } = await callSuccessfully<{ token: string }>(context, "sharing.save", {
    id: image.id,
    showPrompt: true,
  });
  const collection = await callSuccessfully<{ id: string }>(context, "collections.create", { name: "Boats" });
  await callSuccessfully(context, "collections.addWorks", { collectionId: collection.id, ids: [image.id] });
  const { taskId, id } = await postSuccessfully(context, "/api/video/generate", { prompt: "a boat drifting" });
  const statusPath = `/api/video/status?taskId=${taskId}&historyId=${id}`;
  await expect
    .poll(async () => (await (await context.request.get(statusPath)).json()).status, { timeout: VIDEO_TIMEOUT_MS })
    .toBe("completed");
  return { chatPath, sharedPath: `/s/${token}` };
}

const SIGNED_OUT_PAGES: Pages = {
  main: ["/", "/pricing?cycle=yearly", "/sign-up", "/zh"],
  others: [
    "/developers",
    "/terms",
    "/privacy",
    "/contact",
    "/sign-in",
    "/sign-in/sent",
    "/forgot-password",
    "/reset-password?token=one",
    "/verify-email?confirmed=1",
    "/missing",
    "/zh/privacy",
  ],
};

const USER_PAGES: Pages = {
  main: ["/dashboard", "{chat}", "/image", "/history", "/billing", "/account"],
  others: [
    "/chat",
    "/video",
    "/history?view=list",
    "/history?favorites=1",
    "{shared}",
    "/billing?tab=payments",
    "/billing?tab=activity",
    "{receipt}",
    "{webhook}",
    "/zh/dashboard",
  ],
};

const ADMIN_PAGES: Pages = {
  main: ["/admin", "{user}", "/admin/payments"],
  others: [
    "/admin/users",
    "{user}?tab=generations",
    "{user}?tab=apiKeys",
    "/admin/subscriptions",
    "/admin/schedules",
    "/admin/credits",
    "/admin/webhooks",
    "{event}",
    "/admin/audit",
    "/admin/system",
  ],
};
