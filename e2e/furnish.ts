import { expect, type Page } from "@playwright/test";
import { buyPack, signUp } from "./tests/person";
import { referencePicture } from "./tests/reference-picture";

const VIDEO_TIMEOUT_MS = 60_000;

/** A signed-in person whose pages have something on them: a purchase, a chat, an image and a video, one of the credits' worth left. */
export async function signUpWithContent(page: Page): Promise<{ chatPath: string }> {
  await signUp(page);
  await buyPack(page);
  const chat = await page.request.post("/api/chat/stream", {
    data: { message: "Write a **short** list of things that float, as a table with a line of code below." },
  });
  const [metadata = ""] = (await chat.text()).split("\n\n");
  const { sessionId }: { sessionId: string } = JSON.parse(metadata.slice("data: ".length));
  const upload = await page.request.post("/api/upload/image", { multipart: { file: await referencePicture() } });
  const { url }: { url: string } = await upload.json();
  await postSuccessfully(page, "/api/image/generate", { prompt: "the boat at sunset", imageUrl: url });
  const { taskId, id } = await postSuccessfully(page, "/api/video/generate", { prompt: "a boat drifting" });
  await expect
    .poll(
      async () => (await (await page.request.get(`/api/video/status?taskId=${taskId}&historyId=${id}`)).json()).status,
      {
        timeout: VIDEO_TIMEOUT_MS,
      },
    )
    .toBe("completed");
  return { chatPath: `/chat/${sessionId}` };
}

async function postSuccessfully(page: Page, path: string, data: object): Promise<Record<string, string>> {
  const response = await page.request.post(path, { data });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}
