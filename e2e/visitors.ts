import type { Page } from "@playwright/test";
import { furnish } from "./furnish";
import { ADMIN_PAGES, SIGNED_OUT_PAGES, USER_PAGES } from "./pages";
import { ADMIN, signIn } from "./tests/person";

export interface Visitor {
  name: string;
  /** Makes the page theirs, and says which addresses they see. */
  arrive(page: Page): Promise<readonly string[]>;
}

/** The three kinds of readers, between whom every page is seen. */
export const VISITORS: readonly Visitor[] = [
  { name: "signed out", arrive: () => Promise.resolve(SIGNED_OUT_PAGES) },
  {
    name: "user",
    arrive: async (page) => {
      const { chatPath } = await furnish(page);
      return USER_PAGES.map((path) => path.replace("{chat}", chatPath));
    },
  },
  {
    name: "administrator",
    arrive: async (page) => {
      await signIn(page, ADMIN.email, ADMIN.password);
      await page.goto("/admin/users");
      const user = await page.getByRole("link", { name: "@example.com" }).first().getAttribute("href");
      return ADMIN_PAGES.map((path) => path.replace("{user}", user ?? "/admin/users"));
    },
  },
];
