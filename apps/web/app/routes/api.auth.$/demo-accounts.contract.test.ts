import { DEMO_ACCOUNTS } from "@app/db/demo-accounts";
import { seedDatabase } from "@app/db/seed";
import { beforeAll, describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { useTestApp } from "../../../test/start-test-app";

/** Signs in with every demo account and returns the addresses that the sessions are of. */
async function signIn(app: ReturnType<typeof useTestApp>): Promise<unknown[]> {
  const signedIn = [];
  for (const { email, password } of DEMO_ACCOUNTS) {
    const client = new ApiClient(app);
    const { csrfToken } = (await client.get("/api/auth/csrf")).body;
    await client.postForm("/api/auth/callback/credentials", { csrfToken, email, password });
    const session = await (await client.fetch("/api/auth/session")).json();
    signedIn.push(session?.user?.email ?? null);
  }
  return signedIn;
}

describe("a production server whose database was seeded", () => {
  const app = useTestApp();
  beforeAll(() => seedDatabase(app.db));

  it("signs in no demo account", async () => {
    expect(await signIn(app)).toEqual(DEMO_ACCOUNTS.map(() => null));
    expect(await app.db.session.count()).toBe(0);
  });

  it("ignores a session that a demo account got elsewhere", async () => {
    const admin = await app.db.user.findFirstOrThrow({ where: { role: "admin" } });
    const token = "demo-session";
    await app.db.session.create({
      data: { sessionToken: token, userId: admin.id, expires: new Date(Date.now() + 60_000) },
    });
    const cookie = `authjs.session-token=${token}`;
    expect((await new ApiClient(app).post("/api/admin/users/x/credits", { amount: 1 }, { cookie })).status).toBe(401);
    await app.db.session.deleteMany();
  });
});

describe("the demo", () => {
  const app = useTestApp({ env: { DEMO_SIGN_IN: "true" } });
  beforeAll(() => seedDatabase(app.db));

  it("signs all of them in", async () => {
    expect(await signIn(app)).toEqual(DEMO_ACCOUNTS.map(({ email }) => email));
  });
});
