import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "./api-client";
import { useTestApp } from "./app";
import { parseElements } from "./html";
import { pageBuild } from "./whole-app";

const app = useTestApp({
  build: pageBuild,
  env: {
    AI_IMAGE_SIZES: "1K,2K",
    AI_IMAGE_DEFAULT_SIZE: "2K",
    AI_VIDEO_DURATIONS: "4-12",
    AI_VIDEO_RESOLUTIONS: "480p",
  },
});

/** Which of these words a page offers as choices, and which one is selected. */
async function choicesOf({ client }: SignedInUser, path: string, words: readonly string[]) {
  const elements = parseElements(await (await client.fetch(path)).text());
  const radios = elements.filter(({ tag, attributes }) => tag === "input" && attributes["type"] === "radio");
  const offered = radios.filter(({ attributes }) => words.includes(attributes["value"] ?? ""));
  const chosen = offered.filter(({ attributes }) => "checked" in attributes);
  const sliders = elements.filter(({ attributes }) => attributes["role"] === "slider");
  return {
    offered: offered.map(({ attributes }) => attributes["value"]),
    chosen: chosen.map(({ attributes }) => attributes["value"]),
    durations: sliders.map(({ attributes: { "aria-valuemin": min, "aria-valuemax": max, "aria-valuenow": now } }) => [
      min,
      now,
      max,
    ]),
  };
}

const SIZES = ["adaptive", "1K", "2K", "4K"];
const RESOLUTIONS = ["480p", "720p", "1080p"];

/** A generation from before the model was changed. */
async function earlier(userId: string, type: "image" | "video", metadata: object): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    userId,
    type,
    prompt: "a boat",
    status: "completed",
    creditsUsed: 20,
    resultUrl: "https://a.example/1",
  };
  await app.db.generationHistory.create({ data: { ...row, metadata: JSON.stringify(metadata) } });
  return id;
}

it("offers the sizes of the configured model, also for an earlier image of another size", async () => {
  const user = await signedInUser(app);
  const id = await earlier(user.id, "image", { size: "4K", watermark: true });
  for (const path of ["/image", `/image?from=${id}`])
    expect(await choicesOf(user, path, SIZES)).toMatchObject({ offered: ["1K", "2K"], chosen: ["2K"] });
});

it("offers the durations and resolutions of the configured model, also for an earlier video with others", async () => {
  const user = await signedInUser(app);
  const id = await earlier(user.id, "video", { duration: 30, resolution: "1080p", watermark: true });
  for (const [path, duration] of [
    ["/video", "5"],
    [`/video?from=${id}`, "12"],
  ] as const)
    expect(await choicesOf(user, path, RESOLUTIONS)).toEqual({
      offered: ["480p"],
      chosen: ["480p"],
      durations: [["4", duration, "12"]],
    });
});
