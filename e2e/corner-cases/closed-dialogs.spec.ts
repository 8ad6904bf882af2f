import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import {
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  makeChat,
  navigateTo,
  openSignedIn,
  PASSWORD,
  postSuccessfully,
  signIn,
  userIdOf,
} from "../tests/test-user";

/** An action whose dialog is closed, or whose page is left, before it fails: the user believes that it was done. */

const modal = (page: Page) => page.locator("[data-portal] [role=dialog]");

/** Does what calls `procedure`. Returns a function that lets the request fail. */
async function begin(page: Page, procedure: string, act: () => Promise<unknown>): Promise<() => Promise<void>> {
  const pattern = `**/api/trpc/${procedure}*`;
  let abort = (): Promise<void> => Promise.resolve();
  await page.route(pattern, (route) => {
    abort = () => route.abort();
  });
  const request = page.waitForRequest((sent) => sent.url().includes(`/api/trpc/${procedure}`));
  await act();
  await request;
  return async () => {
    await abort();
    await page.unroute(pattern);
  };
}

/** The action fails after Escape has closed its dialog. */
async function failAfterEscape(
  page: Page,
  procedure: string,
  open: () => Promise<unknown>,
  act: (dialog: Locator) => Promise<unknown>,
) {
  await open();
  await expect(modal(page)).toBeVisible();
  const fail = await begin(page, procedure, () => act(modal(page)));
  await page.keyboard.press("Escape");
  await expect(modal(page)).toHaveCount(0);
  await fail();
  await expectFailureOnce(page, procedure);
}

/** The failure is said by one notification, which is closed. */
async function expectFailureOnce(page: Page, procedure: string): Promise<void> {
  const failure = page.getByRole("alert").filter({ hasText: "We can’t reach the server" });
  await expect(failure, procedure).toHaveCount(1, { timeout: 5_000 });
  await failure.getByRole("button").click();
  await expect(failure).toHaveCount(0);
}

async function makeWork(context: BrowserContext): Promise<void> {
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  await postSuccessfully(context, "/api/image/generate", { prompt: "A work", imageUrl });
}

test("changes of a chat and of the instructions", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, await makeChat(page.context(), "A chat"));
  const choose = (action: string) => async () => {
    await page.getByRole("button", { name: "More options for “A chat”" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await failAfterEscape(page, "chat.rename", choose("Rename"), async (dialog) => {
    await dialog.getByLabel("Title").fill("Another title");
    await page.keyboard.press("Enter");
  });
  await failAfterEscape(page, "chat.delete", choose("Delete"), (dialog) =>
    dialog.getByRole("button", { name: "Delete" }).click(),
  );
  await failAfterEscape(
    page,
    "chat.setInstructions",
    () => page.getByRole("button", { name: "Custom instructions" }).click(),
    async (dialog) => {
      await dialog.getByRole("textbox").fill("Be brief.");
      await dialog.getByRole("button", { name: "Save" }).click();
    },
  );
});

test("changes of collections and of a public link", async ({ page }) => {
  const context = page.context();
  await createUser(context);
  await buy(context);
  await makeWork(context);
  const { id } = await callSuccessfully<{ id: string }>(context, "collections.create", { name: "Mine" });
  const press = (name: string) => () => page.getByRole("button", { name, exact: true }).click();
  const submitName = async (dialog: Locator) => {
    await dialog.getByRole("textbox").fill("Another name");
    await page.keyboard.press("Enter");
  };
  await openSignedIn(page, `/history?collection=${id}`);
  await failAfterEscape(page, "collections.create", press("New collection"), submitName);
  await failAfterEscape(page, "collections.rename", press("Rename"), submitName);
  await failAfterEscape(page, "collections.delete", press("Delete collection"), (dialog) =>
    dialog.getByRole("button", { name: "Delete" }).click(),
  );

  await openSignedIn(page, "/history");
  await page.getByRole("link", { name: "A work", exact: true }).click();
  await failAfterEscape(page, "collections.addWorks", press("Add to collection"), (dialog) =>
    dialog.getByRole("button", { name: "Mine" }).click(),
  );
  await failAfterEscape(page, "collections.create", press("Add to collection"), submitName);
  await failAfterEscape(page, "sharing.save", press("Share"), (dialog) =>
    dialog.getByRole("button", { name: "Create link" }).click(),
  );
  await press("Share")();
  await modal(page).getByRole("button", { name: "Create link" }).click();
  await expect(modal(page).getByRole("button", { name: "Stop sharing" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(modal(page)).toHaveCount(0);
  await failAfterEscape(page, "sharing.stop", press("Share"), (dialog) =>
    dialog.getByRole("button", { name: "Stop sharing" }).click(),
  );
});

test("the deletion of the account", async ({ page }) => {
  const email = await createUser(page.context());
  await openSignedIn(page, "/account");
  await failAfterEscape(
    page,
    "account.delete",
    () => page.getByRole("button", { name: "Delete account" }).click(),
    async (dialog) => {
      await dialog.getByRole("textbox", { name: email }).fill(email);
      await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
    },
  );
});

test("the end of a plan and the deletion of a work, after their page was left", async ({ page }) => {
  const context = page.context();
  await createUser(context);
  await buy(context, "starter_monthly");
  await makeWork(context);
  await openSignedIn(page, "/billing");
  await page.getByRole("button", { name: "Cancel Starter monthly" }).click();
  const failCancellation = await begin(page, "billing.cancel", () =>
    modal(page).getByRole("button", { name: "Cancel plan" }).click(),
  );
  await page.keyboard.press("Escape");
  await navigateTo(page, "Library");
  await failCancellation();
  await expectFailureOnce(page, "billing.cancel");

  await page.getByRole("link", { name: "A work", exact: true }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  const failDeletion = await begin(page, "history.delete", () =>
    modal(page).getByRole("button", { name: "Delete" }).click(),
  );
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await failDeletion();
  await expectFailureOnce(page, "history.delete");
});

test("the end of a key, after its page was left", async ({ page }) => {
  await createUser(page.context());
  await callSuccessfully(page.context(), "apiKeys.create", {
    name: "A program",
    scopes: ["chat"],
    creditLimit: null,
    expiresAt: null,
  });
  await openSignedIn(page, "/account");
  await page.getByRole("button", { name: "Revoke A program" }).click();
  const fail = await begin(page, "apiKeys.revoke", () => modal(page).getByRole("button", { name: "Revoke" }).click());
  await page.keyboard.press("Escape");
  await navigateTo(page, "Library");
  await fail();
  await expectFailureOnce(page, "apiKeys.revoke");
});

test("an administrator's adjustment, after the user's page was left", async ({ page, browser }) => {
  const customer = await browser.newContext();
  await createUser(customer);
  const userId = await userIdOf(customer);
  await customer.close();
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${userId}`);
  await page.getByRole("button", { name: "Adjust credits" }).click();
  await modal(page).getByLabel("Amount").fill("5");
  const fail = await begin(page, "admin.users.adjustCredits", () => page.keyboard.press("Enter"));
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Payments", exact: true }).first().click();
  await expect(page).toHaveURL(/admin\/payments/);
  await fail();
  await expectFailureOnce(page, "admin.users.adjustCredits");
});

test("resuming a plan, signing out other devices and a new password, after their page was left", async ({
  page,
  browser,
}) => {
  const context = page.context();
  const email = await createUser(context);
  await buy(context, "starter_monthly");
  const failAfterLeaving = async (procedure: string, act: () => Promise<unknown>) => {
    const fail = await begin(page, procedure, act);
    await navigateTo(page, "Library");
    await fail();
    await expectFailureOnce(page, procedure);
  };
  await openSignedIn(page, "/billing");
  await page.getByRole("button", { name: "Cancel Starter monthly" }).click();
  await modal(page).getByRole("button", { name: "Cancel plan" }).click();
  const resume = page.getByRole("button", { name: "Resume Starter monthly" }).first();
  await failAfterLeaving("billing.resume", () => resume.click());

  const phone = await browser.newContext();
  await signIn(phone, email, PASSWORD);
  await phone.close();
  await openSignedIn(page, "/account");
  const everywhere = page.getByRole("button", { name: "Sign out everywhere else" });
  await failAfterLeaving("account.endOtherSessions", () => everywhere.click());

  await openSignedIn(page, "/account");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill("another long password");
  await failAfterLeaving("account.changePassword", () => page.keyboard.press("Enter"));
});

test("a checkout that failed is not shown when its dialog is opened again", async ({ page }) => {
  const context = page.context();
  await createUser(context);
  const failed = modal(page).getByText("We can’t reach the server");
  await openSignedIn(page, "/image");
  const openOffers = () => page.getByRole("main").getByRole("button", { name: "Get credits" }).click();
  const pack = modal(page).getByRole("button", { name: /^Get / }).first();
  const buyPack = () => pack.click();
  await openOffers();
  await (await begin(page, "billing.checkout", buyPack))();
  await expect(failed).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(modal(page)).toHaveCount(0);
  await openOffers();
  await expect(modal(page)).toBeVisible();
  await expect(failed).toHaveCount(0);
  // Closed before it fails.
  const fail = await begin(page, "billing.checkout", buyPack);
  await page.keyboard.press("Escape");
  await fail();
  await expect(modal(page)).toHaveCount(0);
  await openOffers();
  await expect(pack).toBeEnabled();
  await expect(failed).toHaveCount(0);

  await buy(context, "starter_monthly");
  await openSignedIn(page, "/billing");
  const openChange = () => page.getByRole("button", { name: "Switch to Pro monthly" }).click();
  await openChange();
  const change = () => modal(page).getByRole("button", { name: "Continue to payment" }).click();
  await (await begin(page, "billing.checkout", change))();
  await expect(failed).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(modal(page)).toHaveCount(0);
  await expect(page.getByText("We can’t reach the server")).toHaveCount(0);
  await openChange();
  await expect(modal(page)).toBeVisible();
  await expect(failed).toHaveCount(0);
});
