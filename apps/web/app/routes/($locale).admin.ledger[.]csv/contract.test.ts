import { beforeAll, describe, expect, it } from "vitest";
import { createRequestContext } from "~/server/auth/request-context.server";
import { ApiClient, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { createUser } from "../../../test/users";
import { loader } from "./route";

const app = useTestApp();
const HEADER = "createdAt,id,userId,userEmail,delta,balanceAfter,reason,paymentId,actorEmail,apiKeyId";
/** More than two pages of the export. */
const ENTRIES = 2_345;
const PAGE_ENTRIES = 1_000;

/** The response to a download. A redirect is thrown by the page's guard. */
async function download(client: ApiClient, query = ""): Promise<Response> {
  const request = new Request(`${app.url}/admin/ledger.csv${query}`, { headers: { cookie: client.cookieHeader } });
  const context = { ...createRequestContext(app.deps, request) };
  return loader({ request, context, params: {} }).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
}

describe("200", () => {
  let admin: ApiClient;
  beforeAll(async () => {
    admin = (await signedInUser(app, { role: "admin" })).client;
    const userId = await createUser(app);
    await app.db.creditLedger.createMany({
      data: Array.from({ length: ENTRIES }, (_, index) => ({
        id: `csv-${index}`,
        userId,
        delta: -1,
        reason: "=1+1, or two",
        balanceAfter: -index,
        createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3)),
      })),
    });
  });

  it("has every entry that matches once, however many steps it takes, and no formula", async () => {
    const response = await download(admin, "?from=2026-01-01&until=2026-01-01");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="ledger.csv"');
    const [header, ...lines] = (await response.text()).split("\r\n");
    expect(header).toBe(HEADER);
    expect(lines.pop()).toBe("");
    expect(lines).toHaveLength(ENTRIES);
    expect(new Set(lines.map((line) => line.split(",")[1])).size).toBe(ENTRIES);
    expect(lines[0]).toMatch(/,-1,-2344,"'=1\+1, or two",,,$/);
  });

  it("has its header alone where nothing matches", async () => {
    expect(await (await download(admin, "?reason=nothing")).text()).toBe(`${HEADER}\r\n`);
  });

  it("stops reading when the reader goes away", async () => {
    const { body } = await download(admin);
    const reader = body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await reader?.cancel();
  });
});

describe("302", () => {
  it("sends everybody else away", async () => {
    const { client } = await signedInUser(app);
    const responses = [await download(client), await download(new ApiClient(app))];
    expect(responses.map(({ status, headers }) => [status, headers.get("location")])).toEqual([
      [302, "/dashboard"],
      [302, "/sign-in?callbackUrl=%2Fadmin%2Fcredits"],
    ]);
  });
});

it.each([
  ["demoted", { role: "user" }],
  ["banned", { banned: true }],
])("breaks off when the administrator is %s during the download", async (_name, change) => {
  const admin = await signedInUser(app, { role: "admin" });
  const userId = await createUser(app);
  const pages = 5;
  await app.db.creditLedger.createMany({
    data: Array.from({ length: pages * PAGE_ENTRIES }, (_, index) => ({
      ...{ id: `${userId}-${index}`, userId, delta: 1, reason: "test", balanceAfter: index + 1 },
    })),
  });
  const reader = (await download(admin.client, `?user=${userId}`)).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await app.db.user.update({ where: { id: admin.id }, data: change });
  let later = "";
  const readOn = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      later += new TextDecoder().decode(part.value);
  };
  await expect(readOn()).rejects.toThrow();
  // One page may have been read ahead.
  expect(later.split("\r\n").length).toBeLessThanOrEqual(PAGE_ENTRIES + 1);
});
