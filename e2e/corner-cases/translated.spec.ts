import { expect, type Locator, type Page, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import { balance, buy, createUser, openSignedIn } from "../tests/test-user";

// Pages that the browser translates, for readers of other languages than English and Chinese.
test.describe.configure({ mode: "parallel" });

/** Puts elements in the place of all text nodes, now and later, as the translations of Chrome and Edge do. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isLeftAlone = (element: Element) => element.closest("font, [translate=no], textarea, script, style") !== null;
    const replace = (node: Node) => {
      if (!node.parentElement || isLeftAlone(node.parentElement) || !node.textContent?.trim()) return;
      const translation = document.createElement("font");
      translation.textContent = node.textContent;
      node.parentElement.replaceChild(translation, node);
    };
    const replaceAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const nodes: Node[] = [];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      nodes.forEach(replace);
    };
    replaceAll(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "characterData") replace(target);
        for (const node of addedNodes) node instanceof Text ? replace(node) : replaceAll(node);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

test("a translated studio shows the image that it made, and the new balance", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/image");
  await translate(page);
  await page.locator("input[type=file]").setInputFiles(await referencePicture());
  await page.getByLabel("Prompt", { exact: true }).fill("the boat in winter");
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByRole("main").getByRole("button", { name: /^Vary/ })).toBeVisible();
  await expect(page.getByRole("main").getByRole("status").filter({ hasText: "Your image is ready." })).toBeAttached();
  await expect(balance(page)).toContainText("180 credits");
});

test("a translated chat shows a whole answer with formulas", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/chat");
  await translate(page);
  await page.getByLabel("Message", { exact: true }).fill("some maths");
  await page.getByRole("button", { name: /^Send ·/ }).click();
  const answer = page.getByRole("article").nth(1);
  await expect(page.getByRole("button", { name: /^Answer again/ })).toBeVisible();
  await expect(answer.locator("math").first()).toBeVisible();
  const translated = await wordsOf(answer);
  await page.reload();
  await expect(answer.locator("math").first()).toBeVisible();
  expect(translated).toBe(await wordsOf(answer));
});

const wordsOf = async (answer: Locator) => ((await answer.textContent()) ?? "").replaceAll(/\s+/g, "");
