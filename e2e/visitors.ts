import type { Page } from "@playwright/test";
import { signUpWithContent } from "./furnish";
import { ADMIN_PAGES, SIGNED_OUT_PAGES, USER_PAGES } from "./pages";
import { ADMIN, buyPack, signIn, signOut, signUp } from "./tests/person";

export interface Audience {
  name: string;
  /** Makes the page theirs, and says which addresses they see. */
  arrive(page: Page): Promise<readonly string[]>;
}

/** The three kinds of readers, between whom every page is seen. */
export const AUDIENCES: readonly Audience[] = [
  { name: "signed out", arrive: () => Promise.resolve(SIGNED_OUT_PAGES) },
  {
    name: "signed in",
    arrive: async (page) => {
      const { chatPath } = await signUpWithContent(page);
      const receiptPath = await linkTarget(page, "/billing", /^Receipt of/);
      return USER_PAGES.map((path) => path.replace("{chat}", chatPath).replace("{receipt}", receiptPath));
    },
  },
  {
    name: "who administers",
    arrive: async (page) => {
      const customer = await signUp(page);
      await buyPack(page);
      await signOut(page);
      await signIn(page, ADMIN.email, ADMIN.password);
      const userPath = await linkTarget(page, "/admin/users", customer);
      const eventPath = await linkTarget(page, "/admin/webhooks", "checkout.completed");
      return ADMIN_PAGES.map((path) => path.replace("{user}", userPath).replace("{event}", eventPath));
    },
  },
];

/** Where the first link of that name leads. */
async function linkTarget(page: Page, path: string, name: string | RegExp): Promise<string> {
  await page.goto(path);
  const address = await page.getByRole("link", { name }).first().getAttribute("href");
  if (address === null) throw new Error(`${path} has no link of ${name}`);
  return address;
}
