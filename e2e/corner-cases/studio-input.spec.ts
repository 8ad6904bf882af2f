import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { createUser, openSignedIn } from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

const PROMPT_MAX = 4_000;
const ADDRESS = "https://example.com/boat.png";

const generate = (page: Page) => page.getByRole("button", { name: /^(Generate|生成)/ });

/** Counts what is requested: nothing may be, because a request is refused in the words of the API. */
function countRequests(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && /api\/trpc\/(image|video)\./.test(request.url())) count += 1;
  });
  return () => count;
}

const NO_ADDRESS = "example.com/boat.png";
/** What "Copy image address" gives for many icons. The service accepts pictures in base64 only. */
const DRAWING = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

for (const { studio, entered, refusal } of [
  { studio: "/image", entered: NO_ADDRESS, refusal: "Enter a URL that begins with https://." },
  { studio: "/zh/video", entered: NO_ADDRESS, refusal: "请输入以 https:// 开头的网址。" },
  { studio: "/zh/image", entered: DRAWING, refusal: "请输入以 https:// 开头的网址。" },
])
  test(`${studio} says of an address that is none what is missing, in the page's language`, async ({ page }) => {
    const requests = countRequests(page);
    await createUser(page.context());
    await openSignedIn(page, studio);
    const main = page.getByRole("main");
    if (studio === "/zh/video") await main.getByText("图片", { exact: true }).click();
    const address = main.getByLabel(/^(Or paste an image URL|或粘贴图片网址)/);
    await address.fill(entered);
    await main.getByLabel(/^(Prompt|提示词)$/).fill("a boat");
    await generate(page).click();
    await expect(address).toHaveAccessibleDescription(refusal);
    await expect(address).toBeFocused();
    expect(requests()).toBe(0);
  });

test("a prompt that is too long with the words of its presets says so, in the page's language", async ({ page }) => {
  const requests = countRequests(page);
  await createUser(page.context());
  await openSignedIn(page, "/zh/image");
  const main = page.getByRole("main");
  const prompt = main.getByLabel("提示词", { exact: true });
  await main.getByLabel(/^或粘贴图片网址/).fill(ADDRESS);
  await prompt.fill("字".repeat(PROMPT_MAX - 1));
  await main.getByText("水彩", { exact: true }).click();
  await expect(main.getByText(/^4,0\d\d \/ 4,000 字：/)).toBeVisible();
  await generate(page).click();
  await expect(prompt).toHaveAttribute("aria-invalid", "true");
  expect(requests()).toBe(0);
  await prompt.fill("一只船");
  await expect(main.getByText(/\/ 4,000 字/)).toBeHidden();
});

test("a prompt of the start page that is too long for the studio says so before it is sent", async ({ page }) => {
  const requests = countRequests(page);
  await createUser(page.context());
  await openSignedIn(page, "/dashboard");
  const main = page.getByRole("main");
  await main.getByText("Video", { exact: true }).click();
  await main.getByRole("textbox").fill("x".repeat(PROMPT_MAX + 1));
  await main.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/video$/);
  await expect(main.getByText("4,001 of 4,000 characters. Shorten it to generate.")).toBeVisible();
  await generate(page).click();
  await expect(main.getByLabel("Prompt", { exact: true })).toHaveAttribute("aria-invalid", "true");
  expect(requests()).toBe(0);
});

for (const { studio, procedure, refusal } of [
  { studio: "/image", procedure: "image.generate", refusal: /You weren’t charged\./g },
  { studio: "/zh/video", procedure: "video.generate", refusal: /没有扣除积分/g },
])
  test(`${studio} says once that a request too many was not charged`, async ({ page }) => {
    await createUser(page.context());
    await openSignedIn(page, studio);
    const main = page.getByRole("main");
    await page.route(`**/api/trpc/${procedure}*`, (route) => {
      const data = { code: "TOO_MANY_REQUESTS", httpStatus: 429 };
      return route.fulfill({
        status: 429,
        json: { error: { json: { message: "Too many requests", code: -32029, data } } },
      });
    });
    if (studio === "/image") await main.getByLabel("Or paste an image URL").fill(ADDRESS);
    await main.getByLabel(/^(Prompt|提示词)$/).fill("a boat");
    await generate(page).click();
    const alert = main.getByRole("alert");
    await expect(alert).toContainText(refusal);
    expect((await alert.textContent())?.match(refusal)).toHaveLength(1);
  });

test("says of an animation with too many pixels that it cannot be used, and offers no repetition", async ({ page }) => {
  await createUser(page.context());
  await openSignedIn(page, "/image");
  const [side, frames] = [1_000, 26];
  const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const;
  const buffer = await sharp(Buffer.alloc(side * side * frames * 3), { raw })
    .gif({ keepDuplicateFrames: true })
    .toBuffer();
  await page.locator('input[type="file"]').setInputFiles({ name: "boat.gif", mimeType: "image/gif", buffer });
  const main = page.getByRole("main");
  await expect(main).toContainText("We can’t use this picture. It may be damaged, or an animation");
  await expect(main.getByRole("button", { name: "Try again" })).toHaveCount(0);
});
