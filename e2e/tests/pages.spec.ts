import { test } from "@playwright/test";
import { AUDIENCES } from "./audiences";
import { auditPages } from "./audit-pages";

test.describe.configure({ mode: "parallel" });

/** The other pages are audited in `corner-cases`. */
for (const { name, signIn } of AUDIENCES) {
  test(`the main pages for ${name} are accessible, fit a phone and obey their content security policy`, async ({
    page,
    context,
  }) => {
    const { main } = await signIn(context);
    await auditPages(page, main);
  });
}
