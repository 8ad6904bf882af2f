import { beforeAll, describe, expect, it } from "vitest";
import { mutate, type SignedInUser, signedInUser } from "../api-client";
import { parseElements } from "../html";
import { seedChatSession } from "../users";
import { useWholeApp } from "../whole-app";
import { parsePolicy } from "./observatory";

const app = useWholeApp();
const CODE = "window.planted=1";
const PLANTED = `</script><script>${CODE}</script><img src=x onerror="${CODE}">\u2028\u2029'"\`<!--`;

let writer: SignedInUser;
let admin: SignedInUser;
let sessionId: string;

beforeAll(async () => {
  writer = await signedInUser(app);
  admin = await signedInUser(app, { role: "admin" });
  sessionId = await seedChatSession(app, writer.id, 2);
  await mutate(writer.client, "account.changeName", { name: PLANTED.slice(0, 90) });
  await mutate(writer.client, "chat.rename", { sessionId, title: PLANTED.slice(0, 90) });
  await app.db.chatMessage.updateMany({ where: { sessionId }, data: { content: PLANTED } });
  const made = { userId: writer.id, prompt: PLANTED, creditsUsed: 0, metadata: "{}" };
  await app.db.generationHistory.create({
    data: { ...made, type: "image", status: "completed", resultUrl: "https://a.example/a.png" },
  });
  await app.db.generationHistory.create({ data: { ...made, type: "video", status: "failed", error: PLANTED } });
});

/** Nothing of what was planted has become markup, and what runs is ours. */
function expectOnlyShown(html: string, policy: string | null): void {
  expect(html, "nothing was planted here").toContain("planted=1");
  const [, nonce = ""] =
    parsePolicy(policy)
      .get("script-src")
      ?.join(" ")
      .match(/'nonce-([^']+)'/) ?? [];
  expect(nonce).not.toBe("");
  for (const { tag, attributes, text } of parseElements(html)) {
    expect(Object.keys(attributes).filter((name) => name.startsWith("on"))).toEqual([]);
    if (tag !== "script") continue;
    expect(text).not.toBe(CODE);
    expect(attributes["nonce"]).toBe(nonce);
  }
}

describe("a name, a title, a message and a prompt with markup in them", () => {
  it.each([
    "/dashboard",
    "/account",
    "/chat",
    "/chat/:id",
    "/history",
    "/history?show=chats",
    "/image",
    "/video",
    "/zh/chat",
  ])("are only shown on %s", async (path) => {
    const response = await writer.client.fetch(path.replace(":id", sessionId));
    expectOnlyShown(await response.text(), response.headers.get("content-security-policy"));
  });

  it.each(["/admin/users", "/admin/users/:id", "/admin/users/:id?tab=generations"])(
    "are only shown to administrators on %s",
    async (path) => {
      const response = await admin.client.fetch(path.replace(":id", writer.id));
      expectOnlyShown(await response.text(), response.headers.get("content-security-policy"));
    },
  );

  it("are only shown where the address itself carries them", async () => {
    const response = await admin.client.fetch(`/admin/users?search=${encodeURIComponent(PLANTED)}`);
    expectOnlyShown(await response.text(), response.headers.get("content-security-policy"));
  });
});
