import { type Cookie, expect, type Page } from "@playwright/test";

/** Steps that most tests share: an account, signing in, buying credits. */
export const PASSWORD = "correct horse battery";
export const ADMIN = { email: "admin@genmint.test", password: "admin-genmint" };
export const PACK_CREDITS = 200;

let userCount = 0;

/** Waits until a signed-in page reacts to keys and clicks. Before hydration they are lost. */
export const waitUntilInteractive = (page: Page) => expect(page.locator("[data-signed-in=interactive]")).toBeAttached();

/** A new account without credits, signed in on the page at `path`. Returns its e-mail address. */
export async function signUp(page: Page, path = "/dashboard"): Promise<string> {
  const email = newEmail();
  const data = { name: "Pat Person", email, password: PASSWORD };
  const response = await page.request.post("/api/auth/sign-up", { data });
  expect(response.status(), await response.text()).toBe(201);
  await signIn(page, email, PASSWORD, path);
  return email;
}

/** Signs in through the API, because the forms have tests of their own, and opens the page at `path`. */
export async function signIn(page: Page, email: string, password: string, path = "/dashboard"): Promise<void> {
  await requestSession(page, email, password);
  await page.goto(path);
  await waitUntilInteractive(page);
}

async function requestSession(page: Page, email: string, password: string): Promise<void> {
  const { csrfToken }: { csrfToken: string } = await (await page.request.get("/api/auth/csrf")).json();
  const form = { csrfToken, email, password };
  await page.request.post("/api/auth/callback/credentials", { form, maxRedirects: 0 });
}

/** Cookies of the administrator's session. A worker signs in once. */
let adminCookies: Cookie[] | undefined;

/** Makes the page's browser context the demo administrator's, without opening a page. */
export async function becomeAdmin(page: Page): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  if (adminCookies) return context.addCookies(adminCookies);
  await requestSession(page, ADMIN.email, ADMIN.password);
  adminCookies = await context.cookies();
}

/** As `signUp`, by the form. */
export async function signUpByForm(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto("/sign-up");
  await page.getByLabel(/^Name/).fill("Pat Person");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await waitUntilInteractive(page);
  return email;
}

/** As `signIn`, by the form. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await waitUntilInteractive(page);
}

function newEmail(): string {
  userCount += 1;
  return `person-${process.pid}-${Date.now()}-${userCount}@example.com`;
}

export async function signOut(page: Page): Promise<void> {
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
}

/** The id of the signed-in user. */
export async function userIdOf(page: Page): Promise<string> {
  const { user }: { user: { id: string } } = await (await page.request.get("/api/auth/session")).json();
  return user.id;
}

export const balance = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Balance:/ });

/** Follows a link of the main navigation. Waits for the new title, because several pages have fields of the same name. */
export async function navigateTo(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveTitle(`${name} · Genmint`);
}

/** Buys the pack at the provider's checkout and waits for its credits. */
export async function buyPack(page: Page): Promise<void> {
  await navigateTo(page, "Billing");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Buy the pack" }).click();
  await expect(page).toHaveURL(/\/payment\/checkout\//);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(balance(page)).toContainText(`${PACK_CREDITS} credits`);
}

const { SANDBOX_URL } = process.env;
const MAIL_TIMEOUT_MS = 30_000;

/** Waits for a mail to an address and follows the link in the newest one. */
export async function followMailLink(
  page: Page,
  address: string,
  subject: string,
  follow: (link: string) => Promise<unknown> = (link) => page.goto(link),
): Promise<void> {
  const href = async () => {
    const mails: { subject: string; text: string }[] = await (
      await page.request.get(`${SANDBOX_URL}/mail/messages?to=${encodeURIComponent(address)}`)
    ).json();
    return /https?:\S+/.exec(mails.findLast((mail) => mail.subject === subject)?.text ?? "")?.[0] ?? "";
  };
  await expect.poll(href, { timeout: MAIL_TIMEOUT_MS }).toMatch(/^http/);
  await follow(await href());
}
