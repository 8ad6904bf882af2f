import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./expect-accessible";
import { referencePicture } from "./reference-picture";
import {
  balance,
  buy,
  createUser,
  escapeOverlay,
  MAIL_TIMEOUT_MS,
  mailsTo,
  makeChat,
  navigateTo,
  openSignedIn,
  PACK_CREDITS,
  postSuccessfully,
  signUp,
} from "./test-user";

test.describe.configure({ mode: "serial" });

let page: Page;
let email: string;
const problems: string[] = [];

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  page = await context.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (/React|hydrat/i.test(message.text())) problems.push(message.text());
  });
  email = await signUp(page);
});
test.afterAll(() => page.context().close());

const step = (name: string) => page.getByRole("listitem").filter({ hasText: name });

test("shows a new user the first steps", async () => {
  await expect(page).toHaveTitle("Home · Genmint");
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await expect(step("Get credits")).toContainText("to do");
  await expect(page.getByText("Nothing spent in the last 30 days.")).toBeVisible();
  await expect(page.getByText("Your images and videos show up here.")).toBeVisible();
  await step("Confirm your email").getByRole("button", { name: "Send again" }).click();
  await expect(step("Confirm your email")).toContainText("Sent.");
  await expectAccessible(page);
});

test("ticks the steps that are done, and shows what the credits were spent on", async () => {
  await buy(page.context());
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  const data = { prompt: "a boat on the dashboard", imageUrl };
  await postSuccessfully(page.context(), "/api/image/generate", data);
  await makeChat(page.context(), "What floats?");
  await page.goto("/dashboard");
  await expect(page.getByText("3 of 5 done")).toBeVisible();
  await expect(step("Get credits")).toContainText("done");
  await expect(step("Create your first video")).toContainText("to do");
  await expect(page.getByRole("banner")).toContainText(String(PACK_CREDITS - 30));
  const table = page.getByRole("table", { name: /Credits spent per day/ });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("row").last()).toContainText(/10\s*20\s*0\s*30/);
  await expect(page.getByRole("img", { name: /Credits spent per day/ })).toBeVisible();
});

test("sends a composed chat once, and carries a prompt into a studio", async ({ browser }) => {
  const context = await browser.newContext();
  const composer = await context.newPage();
  await createUser(context);
  await buy(context);
  await openSignedIn(composer, "/dashboard");
  const main = composer.getByRole("main");
  await main.getByRole("textbox", { name: "Ask anything" }).fill("What is a lighthouse for?");
  await main.getByRole("button", { name: "Send · 10 credits" }).click();
  await expect(composer).toHaveURL(/\/chat\/.+/);
  await expect(balance(composer)).toContainText(`${PACK_CREDITS - 10} credits`);
  await composer.reload();
  await expect(main.getByText("What is a lighthouse for?").first()).toBeVisible();
  await expect(balance(composer)).toContainText(`${PACK_CREDITS - 10} credits`);
  await navigateTo(composer, "Home");
  await main.getByRole("radio", { name: "Video" }).check();
  await main.getByRole("textbox", { name: "Describe a scene" }).fill("a lighthouse in the fog");
  await main.getByRole("button", { name: "Continue" }).click();
  await expect(composer).toHaveURL("/video");
  await expect(main.getByLabel("Prompt", { exact: true })).toHaveValue("a lighthouse in the fog");
  await context.close();
});

test("links to the latest work", async () => {
  await page.getByRole("link", { name: "a boat on the dashboard" }).click();
  await expect(page).toHaveURL(/\/history\?id=.+/);
  await expect(page.getByRole("dialog")).toContainText("a boat on the dashboard");
  await escapeOverlay(page);
  await navigateTo(page, "Home");
  await page.getByRole("link", { name: /What floats\?/ }).click();
  await expect(page).toHaveURL(/\/chat\/.+/);
});

test("warns before the credits run out", async () => {
  for (const duration of [5, 5, 5])
    await postSuccessfully(page.context(), "/api/video/generate", { prompt: "a short boat", duration });
  await page.goto("/dashboard");
  await expect(page.getByText("You have 20 credits left.")).toBeVisible();
  await expect(page.getByText("Enough for an image, but not for a video.")).toBeVisible();
  // One mail for the crossing, whatever was spent after it.
  const subjects = async () =>
    (await mailsTo(page, email)).map(({ subject }) => subject).filter((subject) => /left$/.test(subject));
  await expect
    .poll(subjects, { timeout: MAIL_TIMEOUT_MS })
    .toEqual([expect.stringMatching(/^You have \d+ credits left$/)]);
});

test("the first steps can be hidden for good", async () => {
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("heading", { name: "Get started" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "What will you make?" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Get started" })).toHaveCount(0);
});

test("shows a yearly subscriber the next instalment", async ({ browser }) => {
  const context = await browser.newContext();
  const subscriber = await context.newPage();
  await createUser(context);
  await buy(context, "starter_yearly");
  await subscriber.goto("/dashboard");
  await expect(subscriber.getByText("Starter yearly")).toBeVisible();
  await expect(subscriber.getByText(/^Renews /)).toBeVisible();
  await expect(subscriber.getByText("+1,000", { exact: true })).toBeVisible();
  await expect(subscriber.getByText(/11 instalments left/)).toBeVisible();
  await context.close();
});

test("speaks Chinese", async () => {
  await page.goto("/zh/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("今天想创作什么？");
  expect(problems).toEqual([]);
});
