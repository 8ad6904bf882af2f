import { TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import { describe, expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { readAccount } from "../../../test/users";

/** What Seedance 1.5 pro accepts. */
const app = useTestApp({ env: { AI_VIDEO_DURATIONS: "4-12", AI_VIDEO_RESOLUTIONS: "480p,720p" } });
const PATH = "/api/video/generate";
const DURATIONS = "duration must be a whole number of seconds: 4-12";

const asked = () =>
  app.sandbox.requests.filter(({ method, url }) => method === "POST" && url.startsWith(TEST_ORIGINS.generation));

describe("200", () => {
  it("takes what the model accepts", async () => {
    const user = await signedInUser(app, { credits: 50 });
    const response = await user.client.post(PATH, { prompt: "a boat", duration: 12, resolution: "720p" });
    expect(response).toMatchObject({ status: 200 });
    expect(JSON.parse(asked().at(-1)?.body ?? "")).toMatchObject({ duration: 12, resolution: "720p" });
  });
});

describe("400", () => {
  it.each([
    [{ duration: 3 }, DURATIONS],
    [{ duration: 13 }, DURATIONS],
    [{ duration: 7.5 }, DURATIONS],
    [{ resolution: "1080p" }, "resolution must be one of 480p, 720p"],
  ])("refuses %j, which the model would refuse, before anything is charged", async (input, error) => {
    const user = await signedInUser(app, { credits: 50 });
    const before = [await readAccount(app, user.id), asked().length];
    const { status, body } = await user.client.post(PATH, { prompt: "a boat", ...input });
    expect([status, body]).toEqual([400, { error }]);
    expect([await readAccount(app, user.id), asked().length]).toEqual(before);
  });
});
