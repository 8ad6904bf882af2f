import { expect, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import { buy, callSuccessfully, createUser, openSignedIn, postSuccessfully } from "../tests/test-user";

/** One more than a page of the library. */
const WORKS = 25;

test("a library whose next page has become empty ends there", async ({ page }) => {
  const context = page.context();
  await createUser(context);
  await buy(context, "pro_monthly");
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  const ids: string[] = [];
  for (let number = 1; number <= WORKS; number += 1) {
    const work = { prompt: `boat ${number}`, imageUrl, size: "1K" };
    ids.push((await postSuccessfully<{ id: string }>(context, "/api/image/generate", work)).id);
  }
  await openSignedIn(page, "/history");
  const main = page.getByRole("main");
  const works = main.getByRole("link", { name: /^boat/ });
  await expect(works).toHaveCount(WORKS - 1);
  // On another device.
  const [oldest = ""] = ids;
  await callSuccessfully(context, "history.delete", { id: oldest });
  await works.last().scrollIntoViewIfNeeded();
  await expect(main.getByRole("link", { name: "Load more" })).toHaveCount(0);
  await expect(works).toHaveCount(WORKS - 1);
});
