import { TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import { describe, expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { readAccount } from "../../../test/users";

/** The choices of Seedream 4. */
const app = useTestApp({ env: { AI_IMAGE_SIZES: "1K,2K", AI_IMAGE_DEFAULT_SIZE: "2K" } });
const PATH = "/api/image/generate";
const REQUEST = { prompt: "a red boat", imageUrl: "https://pictures.example/boat.png" };

const asked = () =>
  app.sandbox.requests.filter(({ method, url }) => method === "POST" && url.startsWith(TEST_ORIGINS.generation));

describe("200", () => {
  it("requests the configured default size, and keeps it in the history", async () => {
    const user = await signedInUser(app, { credits: 20 });
    expect(await user.client.post(PATH, REQUEST)).toMatchObject({ status: 200 });
    expect(JSON.parse(asked().at(-1)?.body ?? "")).toMatchObject({ size: "2K" });
    const { generations } = await readAccount(app, user.id);
    expect(JSON.parse(generations[0]?.metadata ?? "")).toMatchObject({ size: "2K" });
  });
});

describe("400", () => {
  it.each(["adaptive", "4K"])("refuses %s, which the model would refuse, before anything is charged", async (size) => {
    const user = await signedInUser(app, { credits: 20 });
    const before = [await readAccount(app, user.id), asked().length];
    const { status, body } = await user.client.post(PATH, { ...REQUEST, size });
    expect([status, body]).toEqual([400, { error: "size must be one of 1K, 2K" }]);
    expect([await readAccount(app, user.id), asked().length]).toEqual(before);
  });
});
