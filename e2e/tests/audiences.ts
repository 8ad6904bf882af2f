import { expect, type Page } from "@playwright/test";
import { referencePicture } from "./reference-picture";
import { becomeAdmin, buyPack, signUp } from "./test-user";

export interface Audience {
  name: string;
  /** Signs the page in as one of them and returns the addresses of all pages they see. */
  signIn(page: Page): Promise<readonly string[]>;
}

/** The three kinds of users. Together they see every page. */
export const AUDIENCES: readonly Audience[] = [
  { name: "signed-out users", signIn: () => Promise.resolve(SIGNED_OUT_PAGES) },
  {
    name: "customers",
    signIn: async (page) => {
      const { chatPath } = await signUpWithContent(page);
      const receiptPath = await linkTarget(page, "/billing", /^Receipt of/);
      return USER_PAGES.map((path) => path.replace("{chat}", chatPath).replace("{receipt}", receiptPath));
    },
  },
  {
    name: "administrators",
    signIn: async (page) => {
      const customer = await signUp(page);
      await buyPack(page);
      await becomeAdmin(page);
      const userPath = await linkTarget(page, "/admin/users", customer);
      const eventPath = await linkTarget(page, "/admin/webhooks", "checkout.completed");
      return ADMIN_PAGES.map((path) => path.replace("{user}", userPath).replace("{event}", eventPath));
    },
  },
];

/** Address of the first link of that name. */
async function linkTarget(page: Page, path: string, name: string | RegExp): Promise<string> {
  await page.goto(path);
  const address = await page.getByRole("link", { name }).first().getAttribute("href");
  if (address === null) throw new Error(`${path} has no link of ${name}`);
  return address;
}

const VIDEO_TIMEOUT_MS = 60_000;

/** A customer whose pages are not empty: a purchase, a chat, an image and a video. */
async function signUpWithContent(page: Page): Promise<{ chatPath: string }> {
  await signUp(page);
  await buyPack(page);
  const chat = await page.request.post("/api/chat/stream", {
    data: { message: "Write a **short** list of things that float, as a table with a line of code below." },
  });
  const [metadata = ""] = (await chat.text()).split("\n\n");
  const { sessionId }: { sessionId: string } = JSON.parse(metadata.slice("data: ".length));
  const upload = await page.request.post("/api/upload/image", { multipart: { file: await referencePicture() } });
  const { url }: { url: string } = await upload.json();
  await postSuccessfully(page, "/api/image/generate", { prompt: "the boat at sunset", imageUrl: url });
  const { taskId, id } = await postSuccessfully(page, "/api/video/generate", { prompt: "a boat drifting" });
  await expect
    .poll(
      async () => (await (await page.request.get(`/api/video/status?taskId=${taskId}&historyId=${id}`)).json()).status,
      {
        timeout: VIDEO_TIMEOUT_MS,
      },
    )
    .toBe("completed");
  return { chatPath: `/chat/${sessionId}` };
}

async function postSuccessfully(page: Page, path: string, data: object): Promise<Record<string, string>> {
  const response = await page.request.post(path, { data });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

/** Every page, by audience. `{chat}` and its like are replaced by the id of one that exists. */
const SIGNED_OUT_PAGES = [
  "/",
  "/pricing?cycle=yearly",
  "/sign-in",
  "/sign-up",
  "/sign-in/sent",
  "/forgot-password",
  "/reset-password?token=one",
  "/verify-email?confirmed=1",
  "/missing",
  "/zh",
];

const USER_PAGES = [
  "/dashboard",
  "/chat",
  "{chat}",
  "/image",
  "/video",
  "/history",
  "/history?view=list",
  "/billing",
  "{receipt}",
  "/account",
  "/zh/dashboard",
];

const ADMIN_PAGES = [
  "/admin",
  "/admin/users",
  "{user}",
  "{user}?tab=generations",
  "/admin/subscriptions",
  "/admin/schedules",
  "/admin/payments",
  "/admin/credits",
  "/admin/webhooks",
  "{event}",
  "/admin/audit",
  "/admin/system",
];
