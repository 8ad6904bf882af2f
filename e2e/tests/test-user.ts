import { type BrowserContext, type Cookie, expect, type Page } from "@playwright/test";

const { SANDBOX_URL } = process.env;

/** Steps that most tests share: an account, signing in, buying credits. */
export const PASSWORD = "correct horse battery";
export const ADMIN = { email: "admin@genmint.test", password: "admin-genmint" };
export const PACK_CREDITS = 200;

let userCount = 0;

/** Waits until a signed-in page reacts to keys and clicks. Before hydration they are lost. */
export const waitUntilInteractive = (page: Page) => expect(page.locator("[data-signed-in=interactive]")).toBeAttached();

/** A new account without credits, signed in on the page at `path`. Returns its e-mail address. */
export async function signUp(page: Page, path = "/dashboard"): Promise<string> {
  const email = await createUser(page.context());
  await openSignedIn(page, path);
  return email;
}

/** A new account without credits, signed in without opening a page. Returns its e-mail address. */
export async function createUser(context: BrowserContext): Promise<string> {
  const email = newEmail();
  const data = { name: "Pat Person", email, password: PASSWORD };
  await postSuccessfully(context, "/api/auth/sign-up", data, 201);
  await signIn(context, email, PASSWORD);
  return email;
}

/** Signs in through the API, because the forms have tests of their own, without opening a page. */
export async function signIn(context: BrowserContext, email: string, password: string): Promise<void> {
  const { csrfToken }: { csrfToken: string } = await (await context.request.get("/api/auth/csrf")).json();
  const form = { csrfToken, email, password };
  await context.request.post("/api/auth/callback/credentials", { form, maxRedirects: 0 });
  expect(await (await context.request.get("/api/auth/session")).json()).toMatchObject({ user: { email } });
}

/** Opens a page for signed-in users and waits until it reacts. */
export async function openSignedIn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilInteractive(page);
}

/** Sends JSON over HTTP as the signed-in user. Returns the JSON of the response. */
export async function postSuccessfully<Body = Record<string, string>>(
  context: BrowserContext,
  path: string,
  data: object = {},
  status = 200,
): Promise<Body> {
  const response = await context.request.post(path, { data });
  expect(response.status(), await response.text()).toBe(status);
  return response.json();
}

/** Calls a mutation of the API of our own pages. Returns its result. */
export async function callSuccessfully<Result>(context: BrowserContext, name: string, input: object): Promise<Result> {
  const { result } = await postSuccessfully<{ result: { data: { json: Result } } }>(
    context,
    `/api/trpc/${name}`,
    input,
  );
  return result.data.json;
}

/** Cookies of the administrator's session. A worker signs in once. */
let adminCookies: Cookie[] | undefined;

/** Makes a browser context the demo administrator's, without opening a page. */
export async function becomeAdmin(context: BrowserContext): Promise<void> {
  await context.clearCookies();
  if (adminCookies) return context.addCookies(adminCookies);
  await signIn(context, ADMIN.email, ADMIN.password);
  adminCookies = await context.cookies();
}

/** As `signUp`, by the form. */
export async function signUpByForm(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto("/sign-up");
  await page.getByLabel(/^Name/).fill("Pat Person");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await waitUntilInteractive(page);
  return email;
}

/** As `signIn`, by the form, which leads to the dashboard. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await waitUntilInteractive(page);
}

function newEmail(): string {
  userCount += 1;
  return `person-${process.pid}-${Date.now()}-${userCount}@example.com`;
}

const focusedOverlay = (page: Page) => page.locator(":is([role=dialog], [role=menu]):focus-within");

/** Presses Escape in the open dialog or menu once it has the focus. A key that is pressed before does not reach it. */
export async function escapeOverlay(page: Page): Promise<void> {
  await expect(focusedOverlay(page)).toBeAttached();
  await page.keyboard.press("Escape");
}

export async function signOut(page: Page): Promise<void> {
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
}

/** The id of the signed-in user. */
export async function userIdOf(context: BrowserContext): Promise<string> {
  const { user }: { user: { id: string } } = await (await context.request.get("/api/auth/session")).json();
  return user.id;
}

export const balance = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Balance:/ });

/** Follows a link of the main navigation. Waits for the new title, because several pages have fields of the same name. */
export async function navigateTo(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveTitle(`${name} · Genmint`);
}

/**
 * Buys over HTTP, because the pages of a purchase have tests of their own. Returns when the provider's events have granted the
 * credits. An open page shows them when it loads again.
 */
export async function buy(context: BrowserContext, key = "pack_200"): Promise<void> {
  const { url = "" } = await postSuccessfully(context, "/api/payments/provider/checkout", { key });
  const checkoutId = new URL(url).pathname.split("/").at(-1);
  const { deliveries } = await postSuccessfully<{ deliveries: { statuses: number[] }[] }>(
    context,
    `${SANDBOX_URL}/payment/simulate/pay/${checkoutId}`,
  );
  expect(deliveries.flatMap(({ statuses }) => statuses)).toEqual(deliveries.map(() => 200));
}

/** Sends the first message of a new chat over HTTP and waits for the whole reply. Returns the address of the chat's page. */
export async function makeChat(context: BrowserContext, message: string): Promise<string> {
  const response = await context.request.post("/api/chat/stream", { data: { message } });
  expect(response.status(), await response.text()).toBe(200);
  const [metadata = ""] = (await response.text()).split("\n\n");
  const { sessionId }: { sessionId: string } = JSON.parse(metadata.slice("data: ".length));
  return `/chat/${sessionId}`;
}

/** Buys the pack at the provider's checkout and waits for its credits. */
export async function buyPack(page: Page): Promise<void> {
  await navigateTo(page, "Billing");
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Buy pack" }).click();
  await expect(page).toHaveURL(/\/payment\/checkout\//);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(balance(page)).toContainText(`${PACK_CREDITS} credits`);
}

export const MAIL_TIMEOUT_MS = 30_000;

/** Waits for a mail to an address and follows the link in the newest one. */
export async function followMailLink(
  page: Page,
  address: string,
  subject: string,
  follow: (link: string) => Promise<unknown> = (link) => page.goto(link),
): Promise<void> {
  const href = async () => /https?:\S+/.exec((await newestMail(page, address, subject)).text)?.[0] ?? "";
  await expect.poll(href, { timeout: MAIL_TIMEOUT_MS }).toMatch(/^http/);
  await follow(await href());
}

/** The newest mail to an address, of this subject where one is given. Its texts are empty while there is none. */
export async function newestMail(
  page: Page,
  address: string,
  subject?: string,
): Promise<{ subject: string; text: string }> {
  const newest = (await mailsTo(page, address)).find((mail) => subject === undefined || mail.subject === subject);
  return newest ?? { subject: "", text: "" };
}

/** The mails to an address, newest first. */
export async function mailsTo(page: Page, address: string): Promise<{ subject: string; text: string }[]> {
  return (await page.request.get(`${SANDBOX_URL}/mail/messages?to=${encodeURIComponent(address)}`)).json();
}

/** The server gets the next request whose address matches, and its response is lost. */
export async function loseNextResponse(page: Page, pattern: string): Promise<void> {
  await page.route(
    pattern,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

/** Holds back every response that matches until the returned function is called. */
export async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  let respond = (): void => undefined;
  const allowed = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(pattern, async (route) => {
    await allowed;
    await route.continue();
  });
  return respond;
}
