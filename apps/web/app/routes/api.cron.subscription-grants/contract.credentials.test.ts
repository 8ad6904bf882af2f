import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { TEST_CRON_SECRET, useTestApp } from "../../../test/app";

const PATH = "/api/cron/subscription-grants";
const USERNAME = "scheduler";
/** A password may hold what separates it from the user name. */
const PASSWORD = "pass:word:ö";
const PAIR = { CRON_JOBS_USERNAME: USERNAME, CRON_JOBS_PASSWORD: PASSWORD };

const basic = (text: string) => Buffer.from(text).toString("base64");
const OWN_BASIC = `Basic ${basic(`${USERNAME}:${PASSWORD}`)}`;
const OWN_BEARER = `Bearer ${TEST_CRON_SECRET}`;

const UNAUTHORIZED = { status: 401, body: { error: "Unauthorized" } };
const NOT_CONFIGURED = { status: 500, body: { error: "Cron auth not configured" } };

describe("with a secret and a Basic pair", () => {
  const app = useTestApp({ env: PAIR });

  it.each([
    OWN_BEARER,
    `bearer ${TEST_CRON_SECRET}`,
    `BEARER  ${TEST_CRON_SECRET}`,
    OWN_BASIC,
    OWN_BASIC.replace("Basic", "basic"),
    OWN_BASIC.replace("Basic", "BASIC"),
  ])("200: %s", async (authorization) => {
    for (const method of ["GET", "POST"]) {
      const response = await new ApiClient(app).fetch(PATH, { method, headers: { authorization } });
      expect(response.status).toBe(200);
    }
  });

  it.each([
    ["no header", {}],
    ["a scheme alone", { authorization: "Bearer" }],
    ["the secret as Basic", { authorization: `Basic ${TEST_CRON_SECRET}` }],
    ["the pair as Bearer", { authorization: `Bearer ${USERNAME}:${PASSWORD}` }],
    ["another user", { authorization: `Basic ${basic(`other:${PASSWORD}`)}` }],
    ["another password", { authorization: `Basic ${basic(`${USERNAME}:pass`)}` }],
    ["the password alone", { authorization: `Basic ${basic(`:${PASSWORD}`)}` }],
    ["the user alone", { authorization: `Basic ${basic(USERNAME)}` }],
    ["the pair without its colon", { authorization: `Basic ${basic(`${USERNAME}${PASSWORD}`)}` }],
    ["no base64", { authorization: "Basic %%%" }],
    ["a part of the secret", { authorization: OWN_BEARER.slice(0, -1) }],
    ["more than the secret", { authorization: `${OWN_BEARER}x` }],
  ])("401: %s", async (_name, headers: Record<string, string>) => {
    expect(await new ApiClient(app).get(PATH, headers)).toMatchObject(UNAUTHORIZED);
    expect(await new ApiClient(app).post(PATH, {}, headers)).toMatchObject(UNAUTHORIZED);
  });
});

describe("with a Basic pair alone", () => {
  const app = useTestApp({ env: { ...PAIR, CRON_SECRET: undefined } });

  it("200 for the pair, 401 for any Bearer token", async () => {
    const client = new ApiClient(app);
    expect(await client.get(PATH, { authorization: OWN_BASIC })).toMatchObject({ status: 200 });
    for (const token of [TEST_CRON_SECRET, "undefined", "null"])
      expect(await client.get(PATH, { authorization: `Bearer ${token}` })).toMatchObject(UNAUTHORIZED);
  });
});

describe("with a secret and half a pair", () => {
  const app = useTestApp({ env: { CRON_JOBS_USERNAME: USERNAME } });

  it("200 for the secret, 401 for the half", async () => {
    const client = new ApiClient(app);
    expect(await client.get(PATH, { authorization: OWN_BEARER })).toMatchObject({ status: 200 });
    for (const pair of [`${USERNAME}:`, USERNAME, `${USERNAME}:undefined`])
      expect(await client.get(PATH, { authorization: `Basic ${basic(pair)}` })).toMatchObject(UNAUTHORIZED);
  });
});

describe("with nothing that suffices", () => {
  const nothing = useTestApp({ env: { CRON_SECRET: undefined } });
  const userAlone = useTestApp({ env: { CRON_SECRET: "", CRON_JOBS_USERNAME: USERNAME, CRON_JOBS_PASSWORD: " " } });
  const passwordAlone = useTestApp({ env: { CRON_SECRET: undefined, CRON_JOBS_PASSWORD: PASSWORD } });

  it.each([
    ["nothing", nothing],
    ["half a pair: the user name", userAlone],
    ["half a pair: the password", passwordAlone],
  ])("500: %s", async (_name, app) => {
    for (const headers of [{}, { authorization: OWN_BASIC }, { authorization: OWN_BEARER }])
      expect(await new ApiClient(app).get(PATH, headers)).toMatchObject(NOT_CONFIGURED);
  });
});
