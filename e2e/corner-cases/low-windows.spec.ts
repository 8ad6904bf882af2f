import { expect, test } from "@playwright/test";
import { buy, createUser, makeChat, openSignedIn } from "../tests/test-user";

/** Above an on-screen keyboard, and on a phone that is held sideways, a window is low. */
for (const { window, viewport } of [
  { window: "above an on-screen keyboard", viewport: { width: 390, height: 400 } },
  { window: "of a small phone above a keyboard", viewport: { width: 320, height: 400 } },
  { window: "of a phone that is held sideways", viewport: { width: 844, height: 390 } },
]) {
  test(`the message field of a chat and its button are in the window ${window}`, async ({ browser }) => {
    const phone = await browser.newContext({ viewport, isMobile: true, hasTouch: true });
    const page = await phone.newPage();
    await createUser(phone);
    await buy(phone);
    await openSignedIn(page, await makeChat(phone, "Hello there"));
    const message = page.getByRole("textbox", { name: "Message" });
    const send = page.getByRole("button", { name: /^Send ·/ });
    await expect(message).toBeInViewport({ ratio: 1 });
    await expect(send).toBeInViewport({ ratio: 1 });
    await message.fill(Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join("\n"));
    await expect(message).toBeInViewport({ ratio: 1 });
    await expect(send).toBeInViewport({ ratio: 1 });
    await send.tap();
    await expect(page.getByRole("article").filter({ hasText: "line 12" }).first()).toBeVisible();
    await phone.close();
  });
}
