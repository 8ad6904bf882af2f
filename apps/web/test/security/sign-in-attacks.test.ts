import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ApiClient, mutate, type SignedInUser, signedInUser, TEST_PASSWORD } from "../api-client";
import { useTestApp } from "../app";
import { pageBuild } from "../whole-app";

const MAX = 4;
const MAX_BY_ADDRESS = 30;
const KNOWN_BROWSER = "genmint-known-browser";
const NEW_PASSWORD = "another horse battery";

const app = useTestApp({
  env: {
    RATE_LIMITS: "on",
    TRUSTED_PROXIES: "1",
    RATE_LIMIT_SIGN_IN_BY_ADDRESS: `${MAX_BY_ADDRESS}/1h`,
    RATE_LIMIT_SIGN_IN_BY_ACCOUNT: `${MAX}/1h`,
    RATE_LIMIT_MAIL_BY_ACCOUNT: `${MAX}/1h`,
  },
  build: pageBuild,
});
let networks = 0;
/** A network of its own for each that plays a part. */
const newNetwork = () => {
  networks += 1;
  return `198.51.${Math.floor(networks / 250)}.${(networks % 250) + 1}`;
};

interface Sender {
  network: string;
  cookie?: string;
}

async function send(path: string, fields: Record<string, string>, { network, cookie }: Sender) {
  const client = new ApiClient(app);
  const { csrfToken } = (await client.get("/api/auth/csrf")).body;
  const cookies = [client.cookieHeader, cookie].filter(Boolean).join("; ");
  return fetch(`${app.url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { "x-forwarded-for": network, cookie: cookies },
    body: new URLSearchParams({ csrfToken, ...fields }),
  });
}

async function signIn(email: string, password: string, sender: Sender) {
  const { status, headers } = await send("/api/auth/callback/credentials", { email, password }, sender);
  if (status === 429) return "limited";
  return headers.getSetCookie().some((cookie) => /session-token=[^;]/.test(cookie)) ? "signed in" : "refused";
}

const askForLink = async (email: string, sender: Sender) =>
  (await send("/api/auth/signin/email", { email }, sender)).status;

/** Wrong passwords until the limit refuses even the right one. */
async function exhaust(email: string, sender: Sender): Promise<void> {
  for (let tries = 0; tries < MAX; tries += 1) expect(await signIn(email, "wrong", sender)).toBe("refused");
  expect(await signIn(email, TEST_PASSWORD, sender)).toBe("limited");
}

/** What a browser keeps that has signed in as this user. */
async function deviceCookie(email: string, password = TEST_PASSWORD, before?: string): Promise<string> {
  const sender = { network: newNetwork(), ...(before === undefined ? {} : { cookie: before }) };
  const response = await send("/api/auth/callback/credentials", { email, password }, sender);
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith(`${KNOWN_BROWSER}=`)) ?? "";
  expect(cookie).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  return cookie.split(";")[0] ?? "";
}

const newUser = (): Promise<SignedInUser> => signedInUser(app);

describe("an account whose password is guessed", () => {
  it("stays open to its owner from every other network", async () => {
    const { email } = await newUser();
    await exhaust(email, { network: newNetwork() });
    expect(await signIn(email, TEST_PASSWORD, { network: newNetwork() })).toBe("signed in");
  });

  it("stays open to a browser that signed in before, also from the guesser's own network", async () => {
    const { email } = await newUser();
    const cookie = await deviceCookie(email);
    const network = newNetwork();
    await exhaust(email, { network });
    expect(await signIn(email, TEST_PASSWORD, { network, cookie })).toBe("signed in");
    expect(await signIn(email, TEST_PASSWORD, { network })).toBe("limited");
  });

  it("limits guesses of a known browser by themselves, and takes nothing from another's allowance", async () => {
    const { email } = await newUser();
    const [one, other] = [await deviceCookie(email), await deviceCookie(email)];
    for (let tries = 0; tries < MAX; tries += 1)
      expect(await signIn(email, "wrong", { network: newNetwork(), cookie: one })).toBe("refused");
    expect(await signIn(email, TEST_PASSWORD, { network: newNetwork(), cookie: one })).toBe("limited");
    expect(await signIn(email, TEST_PASSWORD, { network: newNetwork(), cookie: other })).toBe("signed in");
  });

  it("is no easier to guess with the cookie of another account, of nobody, or of a forger", async () => {
    const [{ email, id }, attacker] = [await newUser(), await newUser()];
    const own = await deviceCookie(attacker.email);
    const victims = await deviceCookie(email);
    const network = newNetwork();
    await exhaust(email, { network });
    const [digest = "", browserId = "", expires = "", signature = ""] = victims.split("=")[1]?.split(".") ?? [];
    const [, , , ownSignature = ""] = own.split("=")[1]?.split(".") ?? [];
    const forged = [
      own,
      `${KNOWN_BROWSER}=`,
      `${KNOWN_BROWSER}=${id}`,
      `${KNOWN_BROWSER}=${digest}.${browserId}.${expires}.${"A".repeat(43)}`,
      `${KNOWN_BROWSER}=${digest}.${browserId}.${expires}.${ownSignature}`,
      `${KNOWN_BROWSER}=${digest}.${"A".repeat(22)}.${expires}.${signature}`,
      `${KNOWN_BROWSER}=${digest}.${browserId}.9999999999.${signature}`,
      `${own}~${digest}.${browserId}.${expires}.${ownSignature}`,
    ];
    for (const cookie of forged) expect(await signIn(email, TEST_PASSWORD, { network, cookie })).toBe("limited");
    expect(await signIn(email, TEST_PASSWORD, { network, cookie: victims })).toBe("signed in");
  });

  it("forgets its browsers when the password changes, but for the one that changed it", async () => {
    const { client, email } = await newUser();
    const old = await deviceCookie(email);
    const input = { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD };
    expect((await mutate(client, "account.changePassword", input)).status).toBe(200);
    const network = newNetwork();
    for (let tries = 0; tries < MAX; tries += 1) await signIn(email, "wrong", { network });
    expect(await signIn(email, NEW_PASSWORD, { network, cookie: old })).toBe("limited");
    const kept = client.cookieHeader.split("; ").find((pair) => pair.startsWith(KNOWN_BROWSER)) ?? "";
    expect(await signIn(email, NEW_PASSWORD, { network, cookie: kept })).toBe("signed in");
  });

  it("is known to a browser beside the accounts of two others", async () => {
    const users = [await newUser(), await newUser(), await newUser()];
    let cookie: string | undefined;
    for (const { email } of users) cookie = await deviceCookie(email, TEST_PASSWORD, cookie);
    for (const { email } of users) {
      const network = newNetwork();
      await exhaust(email, { network });
      expect(await signIn(email, TEST_PASSWORD, { network, cookie: cookie ?? "" })).toBe("signed in");
    }
  });

  it("answers the same for an address without an account", async () => {
    await exhaust(`${randomUUID()}@example.com`, { network: newNetwork() });
  });
});

describe("a network that has tried too many passwords", () => {
  it("meets no limit with the password of an account that it has just made", async () => {
    const network = newNetwork();
    for (let tries = 0; tries < MAX_BY_ADDRESS; tries += 1)
      expect(await signIn(`${randomUUID()}@example.com`, "wrong", { network })).toBe("refused");
    expect(await signIn(`${randomUUID()}@example.com`, "wrong", { network })).toBe("limited");
    const form = { name: "Test", email: `${randomUUID()}@example.com`, password: TEST_PASSWORD };
    expect((await send("/sign-up", form, { network })).status).toBe(302);
  });
});

describe("an address that a stranger has links mailed to", () => {
  it("gets its owner's links all the same: from every other network, and from a browser that signed in before", async () => {
    const { email } = await newUser();
    const cookie = await deviceCookie(email);
    const network = newNetwork();
    for (let asked = 0; asked < MAX; asked += 1) expect(await askForLink(email, { network })).toBe(302);
    expect(await askForLink(email, { network })).toBe(429);
    expect(await askForLink(email, { network, cookie })).toBe(302);
    expect(await askForLink(email, { network: newNetwork() })).toBe(302);
  });
});

describe("an IPv6 network", () => {
  const FACTOR = 8;

  it("counts as a /64, and with others of its /48 by a higher allowance", async () => {
    const { email } = await newUser();
    await exhaust(email, { network: "2001:db8:7:1::1" });
    expect(await signIn(email, TEST_PASSWORD, { network: "2001:db8:7:1:ffff::2" })).toBe("limited");
    for (let net = 2; net < 2 + FACTOR - 2; net += 1)
      for (let tries = 0; tries < MAX; tries += 1)
        expect(await signIn(email, "wrong", { network: `2001:db8:7:${net}::1` })).toBe("refused");
    // What was refused in the first network counts too.
    while ((await signIn(email, "wrong", { network: "2001:db8:7:aaaa::1" })) === "refused");
    expect(await signIn(email, TEST_PASSWORD, { network: "2001:db8:7:bbbb::1" })).toBe("limited");
    expect(await signIn(email, TEST_PASSWORD, { network: "2001:db8:8:1::1" })).toBe("signed in");
  });
});

describe("a service under https", () => {
  const https = useTestApp({ env: { APP_URL: "https://genmint.example" } });

  it("marks the cookie of a known browser as Secure", async () => {
    const { email } = await signedInUser(https);
    const cookies = (await new ApiClient(https).signIn(email, TEST_PASSWORD)).headers.getSetCookie();
    const cookie = cookies.find((text) => text.startsWith(`__Host-${KNOWN_BROWSER}=`));
    expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });
});
