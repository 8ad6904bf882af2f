import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "./expect-accessible";
import { referencePicture } from "./reference-picture";
import {
  balance,
  buy,
  buyPack,
  createUser,
  escapeOverlay,
  navigateTo,
  openSignedIn,
  signUp,
  waitUntilInteractive,
} from "./test-user";

test.describe.configure({ mode: "serial" });

let page: Page;
const uploads: string[] = [];
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  page.on("request", (request) => {
    if (request.url().includes("/api/upload/")) uploads.push(request.url());
  });
  await signUp(page, "/image");
});
test.afterAll(() => page.context().close());

const file = () => page.locator('input[type="file"]');
const prompt = () => page.getByLabel("Prompt", { exact: true });
const generate = () => page.getByRole("button", { name: /^Generate/ });
const preview = () => page.getByAltText("Reference picture");

async function blank(width: number, height: number) {
  const background = { r: 90, g: 140, b: 200 };
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: "blank.png", mimeType: "image/png", buffer };
}

test("rejects a bad reference picture before the upload", async () => {
  const notAPicture = { name: "notes.png", mimeType: "image/png", buffer: Buffer.from("these are only words") };
  const cases = [
    { picked: notAPicture, message: "We can’t use this file" },
    { picked: await blank(299, 400), message: "both sides need at least 300 pixels" },
    { picked: await blank(1_300, 400), message: "at most 3 times" },
    { picked: await tooLarge(), message: "over 10 MB" },
  ];
  for (const { picked, message } of cases) {
    await file().setInputFiles(picked);
    await expect(page.getByText(message)).toBeVisible();
  }
  expect(uploads).toEqual([]);
});

async function tooLarge() {
  const picture = await referencePicture();
  return { ...picture, buffer: Buffer.concat([picture.buffer, Buffer.alloc(10 * 1024 * 1024)]) };
}

test("leads to what is missing", async () => {
  await file().evaluate((input) => input.blur());
  await generate().click();
  await expect(file()).toBeFocused();
  await expect(prompt()).toHaveAccessibleDescription("Describe the change.");
});

test("takes a picture that is pasted or dropped, and removes it", async () => {
  const { buffer } = await referencePicture();
  await page.evaluate(sendPicture, { bytes: [...buffer], selector: "body", type: "paste" });
  await expect(preview()).toBeVisible();
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(file()).toBeFocused();
  await page.evaluate(sendPicture, { bytes: [...buffer], selector: 'input[type="file"]', type: "drop" });
  await expect(preview()).toBeVisible();
  await expect(page.getByText("dropped.png")).toBeVisible();
});

/** Runs in the page, where a test has neither a clipboard nor files to drag: it dispatches the events itself. */
function sendPicture({ bytes, selector, type }: { bytes: number[]; selector: string; type: string }) {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(bytes)], "dropped.png", { type: "image/png" }));
  const options = { bubbles: true, cancelable: true };
  const event =
    type === "paste"
      ? new ClipboardEvent("paste", { ...options, clipboardData: data })
      : new DragEvent("drop", { ...options, dataTransfer: data });
  document.querySelector(selector)?.dispatchEvent(event);
}

test("keeps the input of a user without credits across pages", async () => {
  await prompt().fill("the boat at sunset");
  await page.getByText("2K", { exact: true }).click();
  await generate().click();
  await expect(page.getByRole("alert")).toContainText("You don’t have enough credits");
  await expect(page.getByRole("dialog")).toBeVisible();
  await escapeOverlay(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await buyPack(page);
  await navigateTo(page, "Image");
  await expect(prompt()).toHaveValue("the boat at sunset");
  await expect(page.getByRole("radio", { name: "2K" })).toBeChecked();
  await expect(preview()).toBeVisible();
});

test("compares before and after with the keyboard", async () => {
  await generate().click();
  await expect(page.getByAltText("the boat at sunset")).toBeVisible();
  await expect(balance(page)).toContainText("180 credits");
  const edge = page.getByRole("slider", { name: "Compare before and after" });
  await edge.focus();
  await page.keyboard.press("Home");
  await expect(edge).toHaveValue("0");
  await page.keyboard.press("ArrowRight");
  await expect(edge).toHaveValue("1");
});

test("saves the result as a file", async () => {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^genmint-\d{4}-\d{2}-\d{2}-the-boat-at-sunset\.(png|jpg|webp)$/);
  expect(await download.failure()).toBeNull();
});

test("reuses the settings of a result, by its button and by its address", async () => {
  await prompt().fill("something else");
  await page.getByText("4K", { exact: true }).click();
  await page.getByRole("button", { name: "Reuse settings" }).click();
  await expect(prompt()).toHaveValue("the boat at sunset");
  const id = await latestId(page);
  await prompt().fill("something else");
  await page.goto(`/image?from=${id}`);
  await expect(prompt()).toHaveValue("the boat at sunset");
  await expect(page.getByRole("radio", { name: "2K" })).toBeChecked();
  await expect(preview()).toBeVisible();
  await expect(page).toHaveURL(/\/image$/);
  await page.goto("/image?from=nothing");
  await waitUntilInteractive(page);
  await expect(page.getByText("We couldn’t find that generation")).toBeVisible();
});

/** The server's error for a request whose Idempotency-Key belongs to one that still runs. */
const STILL_RUNNING = {
  message: "The first request with this Idempotency-Key is still in progress",
  code: -32009,
  data: { code: "CONFLICT", httpStatus: 409 },
};

/** The id of the newest image. */
async function latestId(from: Page): Promise<string> {
  const input = encodeURIComponent(JSON.stringify({ type: "image" }));
  const response = await from.request.get(`/api/trpc/history.list?input=${input}`);
  const body: { result: { data: { json: { items: { id: string }[] } } } } = await response.json();
  return body.result.data.json.items[0]?.id ?? "";
}

test("retries an image that could not be sent, and says why one failed and whether its credits were refunded", async () => {
  await prompt().fill("a storm [fail]");
  await page.route("**/image.generate*", (route) => route.abort(), { times: 1 });
  await generate().click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("you’re charged once");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toContainText("The image couldn’t be generated.");
  await expect(alert).toContainText("aren’t refunded");
  await expect(balance(page)).toContainText("160 credits");
  await expect(prompt()).toHaveValue("a storm [fail]");
});

test("says that a prompt is not allowed, and that it cost nothing", async () => {
  await prompt().fill("a storm [deny]");
  await generate().click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("This prompt isn’t allowed. Change it and try again.");
  await expect(alert).toContainText("You weren’t charged.");
  await expect(balance(page)).toContainText("160 credits");
  await expect(prompt()).toHaveValue("a storm [deny]");
});

test.describe("with credits", () => {
  let studio: Page;
  test.beforeAll(async ({ browser }) => {
    studio = await browser.newPage();
    await createUser(studio.context());
    await buy(studio.context());
    await openSignedIn(studio, "/image");
  });
  test.afterAll(() => studio.context().close());
  const studioBalance = (credits: number) => expect(balance(studio)).toContainText(`${credits} credits`);

  test("starts with a sample picture and its prompt", async () => {
    await studio.getByRole("button", { name: /canal in winter/ }).click();
    await expect(studio.getByLabel("Prompt", { exact: true })).toHaveValue(/canal in winter/);
    await expect(studio.getByAltText("Reference picture")).toBeVisible();
    await expect(studio.getByText("canal-before.webp")).toBeVisible();
  });

  test("makes several at once, each charged and retried by itself, with the words of its presets", async () => {
    await studio.getByLabel("Prompt", { exact: true }).fill("a paper boat");
    await studio.getByText("2K", { exact: true }).click();
    await studio.getByRole("radio", { name: "Watercolor" }).check();
    await studio.getByRole("radio", { name: "16:9" }).check();
    await expect(studio.getByText(/^Added to your prompt: as a watercolor.*aspect ratio 16:9$/)).toBeVisible();
    await studio.getByText("3", { exact: true }).click();
    const keys: (string | undefined)[] = [];
    // The route stays for all of them: Playwright reports no request that is on its way while a route is taken away.
    await studio.route("**/image.generate*", (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length === 1) return route.abort();
      return keys.length === 4
        ? route.fulfill({ status: 409, json: { error: { json: STILL_RUNNING } } })
        : route.continue();
    });
    await studio.getByRole("button", { name: "Generate 3 · 60 credits" }).click();
    const results = studio.getByRole("main").getByRole("listitem");
    const made = results.getByRole("button", { name: /^Show: a paper boat, as a watercolor/ });
    await expect(results.getByRole("alert")).toContainText("you’re charged once");
    await expect(results.getByRole("alert")).toHaveCount(1);
    await studioBalance(160);
    await results.getByRole("button", { name: "Try again · 20 credits" }).click();
    await expect(results.getByRole("alert")).toContainText("Your first try is still running");
    await expect(results.getByRole("alert")).toContainText("you’re charged once");
    await results.getByRole("button", { name: "Try again · 20 credits" }).click();
    await expect(results.getByRole("alert")).toHaveCount(0);
    await studioBalance(140);
    await expect(made.first()).toBeVisible();
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(3);
    expect(keys).not.toContain(undefined);
    await studio.unroute("**/image.generate*");
    const listed = await studio.request.get("/api/trpc/history.list?input=%7B%7D");
    expect((await listed.text()).match(/"status":"completed"/g)).toHaveLength(3);
    await expectAccessible(studio);
  });

  test("varies a result, shows it in full screen, and goes on from it", async () => {
    await studio
      .getByRole("button", { name: /^Show:/ })
      .first()
      .click();
    await studio.getByRole("button", { name: "Full screen" }).click();
    const window = studio.getByRole("dialog", { name: "Full screen" });
    await expect(window.getByAltText(/^a paper boat/)).toBeVisible();
    await escapeOverlay(studio);
    await expect(window).toHaveCount(0);
    await expect(studio.getByRole("button", { name: "All 3 results" })).toBeVisible();
    await studio.getByRole("button", { name: "Vary · 20 credits" }).click();
    await studioBalance(120);
    await studio.getByRole("button", { name: "Use as reference" }).click();
    await expect(studio.getByText("Picture from the web")).toBeVisible();
    await expect(studio.getByLabel("Prompt", { exact: true })).toBeFocused();
    await studio.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await studio.getByRole("button", { name: "Copy link" }).click();
    expect(await studio.evaluate(() => navigator.clipboard.readText())).toMatch(/\/history\?id=[\w-]+$/);
    await studio.getByRole("link", { name: "Animate" }).click();
    await expect(studio).toHaveTitle("Video · Genmint");
    await expect(studio.getByAltText("Reference picture")).toBeVisible();
    await expect(studio.getByText("Fixed camera", { exact: true })).toBeVisible();
  });

  test("shows the canvas after the prompt on a phone", async () => {
    await studio.setViewportSize({ width: 390, height: 844 });
    await openSignedIn(studio, "/image");
    await expect(studio.getByRole("radio", { name: "Watercolor" })).toBeHidden();
    await studio.getByRole("button", { name: "Options" }).click();
    await expect(studio.getByRole("radio", { name: "Watercolor" })).toBeVisible();
    await studio.getByRole("button", { name: "Options" }).click();
    const sideways = await studio.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    await expectAccessible(studio);
  });
});
