import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { callProcedure, type SignedInUser, signedInUser } from "../../../test/api-client";
import { useWholeApp } from "../../../test/whole-app";

const app = useWholeApp();
const PROMPT = "a boat that nobody has seen";
const NAME = "Patricia Person";

async function share(showPrompt: boolean) {
  const user = await signedInUser(app);
  await app.db.user.update({ where: { id: user.id }, data: { name: NAME } });
  const key = `images/${randomUUID()}.png`;
  const headers = { "content-type": "image/png" };
  await app.sandbox.store.put({ key, etag: "", crc32: "", storedAt: new Date(), headers, body: Buffer.from("boat") });
  const { id } = await app.db.generationHistory.create({
    data: {
      ...{ userId: user.id, type: "image", prompt: PROMPT, status: "completed", creditsUsed: 0, metadata: "{}" },
      resultUrl: `${app.sandbox.env["STORAGE_PUBLIC_URL"]}/${key}`,
    },
  });
  const { data } = await callProcedure(user.client, "mutation", "sharing.save", { id, showPrompt });
  return { user, id, token: String((data as { token?: string }).token), key };
}

const open = (path: string, init: RequestInit = {}) => fetch(`${app.url}${path}`, { redirect: "manual", ...init });

function expectPrivate(response: Response): void {
  expect(response.headers.get("x-robots-tag")).toBe("noindex");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
}

describe("GET /s/:token", () => {
  it("200: shows the work without its prompt and its owner", async () => {
    const { token, key } = await share(false);
    for (const path of [`/s/${token}`, `/zh/s/${token}`]) {
      const response = await open(path);
      expect(response.status).toBe(200);
      expectPrivate(response);
      const html = await response.text();
      expect(html).toContain(`/s/${token}/file`);
      expect(html).toMatch(/<meta name="robots" content="noindex"\/>/);
      expect(html).toMatch(/<meta name="referrer" content="no-referrer"\/>/);
      for (const secret of [PROMPT, NAME, key]) expect(html).not.toContain(secret);
    }
  });

  it("200: shows the prompt when its owner says so", async () => {
    const { token } = await share(true);
    expect(await (await open(`/s/${token}`)).text()).toContain(PROMPT);
  });

  it("404: when sharing has stopped, or the token is another", async () => {
    const { user, id, token } = await share(true);
    await callProcedure(user.client, "mutation", "sharing.stop", { id });
    for (const path of [`/s/${token}`, `/s/${token}.data`, "/s/none"]) {
      const response = await open(path);
      expect(response.status, path).toBe(404);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(await response.text()).not.toContain(PROMPT);
    }
  });
});

describe("GET /s/:token/file", () => {
  it("200: sends the file itself, for GET and HEAD", async () => {
    const { token, key } = await share(false);
    const response = await open(`/s/${token}/file`);
    expect(response.status).toBe(200);
    expectPrivate(response);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("content-disposition")).toMatch(/^inline; filename="genmint-\d{4}-\d\d-\d\d\.png"$/);
    expect(await response.text()).toBe("boat");
    expect(JSON.stringify([...response.headers])).not.toContain(key);
    const head = await open(`/s/${token}/file`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "4", ""]);
  });

  it("206: sends the part that a player asks for", async () => {
    const { token } = await share(false);
    const response = await open(`/s/${token}/file`, { headers: { range: "bytes=1-2" } });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, "bytes 1-2/4"]);
    expectPrivate(response);
    expect(await response.text()).toBe("oa");
    for (const range of ["bytes=9-", "bytes=0-1,2-3", "lines=1-2"]) {
      const whole = await open(`/s/${token}/file`, { headers: { range } });
      expect([whole.status, await whole.text()]).toEqual([200, "boat"]);
    }
  });

  it("404: when sharing has stopped, the work is deleted or its owner is banned", async () => {
    const gone = async (change: (shared: { user: SignedInUser; id: string }) => Promise<unknown>) => {
      const shared = await share(false);
      expect((await open(`/s/${shared.token}/file`, { method: "HEAD" })).status).toBe(200);
      await change(shared);
      const response = await open(`/s/${shared.token}/file`);
      expect(response.status).toBe(404);
      expectPrivate(response);
    };
    await gone(({ id }) => app.db.shareLink.delete({ where: { generationId: id } }));
    await gone(({ id }) => app.db.generationHistory.update({ where: { id }, data: { deletedAt: new Date() } }));
    await gone(({ user }) => app.db.user.update({ where: { id: user.id }, data: { banned: true } }));
  });

  it("404: as the data of a page, for which the whole file would be read into memory", async () => {
    const { token } = await share(false);
    for (const path of ["file.data", "File.data", "fil%65.data", "file//.data", "file.data?_routes=root"]) {
      const response = await open(`/s/${token}/${path}`);
      expect([response.status, await response.text()], path).toEqual([404, '{"error":"Not found"}']);
    }
  });

  it("405: for any other method", async () => {
    const { token } = await share(false);
    expect((await open(`/s/${token}/file`, { method: "DELETE" })).status).toBe(405);
  });
});
