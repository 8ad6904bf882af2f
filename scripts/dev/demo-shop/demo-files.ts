import path from "node:path";
import { drawPicture, PICTURES, sizeOf } from "@app/sandbox/demo/pictures";
import { renderVideo } from "@app/sandbox/generation/render-video";
import { describeObject } from "@app/sandbox/storage/object-requests";
import { createFolderObjectStore } from "@app/sandbox/storage/object-store";

/** A finished work that customers' histories show. Customers share the files, which are in no one's folder. */
export interface Work {
  prompt: string;
  key: string;
  /** Pixels of a picture. */
  width?: number;
  height?: number;
}

export interface DemoWorks {
  images: readonly Work[];
  videos: readonly Work[];
}

const FOLDER = "demo-shop";

/** Which picture is a video's first frame, and what moves. */
const VIDEOS = [
  { picture: 19, prompt: "A lighthouse in a storm, waves against the rocks, slow pan" },
  { picture: 20, prompt: "Hot-air balloons drift over the hills at sunset, the camera rises gently" },
  { picture: 2, prompt: "Northern lights shimmer above the forest, time-lapse" },
] as const;
const VIDEO = { size: { width: 480, height: 272 }, durationSeconds: 4, cameraFixed: false } as const;

export const DEMO_WORKS: DemoWorks = {
  images: PICTURES.map((picture, index) => ({
    ...{ prompt: picture.prompt, key: `${FOLDER}/picture-${index + 1}.jpg` },
    ...sizeOf(picture),
  })),
  videos: VIDEOS.map(({ prompt }, index) => ({ prompt, key: `${FOLDER}/video-${index + 1}.mp4` })),
};

const CHINESE = /\p{Script=Han}/u;

/** The pictures of a customer, whose prompts are in the language of the name. */
export function imagesOf(isChinese: boolean): readonly Work[] {
  return isChinese ? DEMO_WORKS.images : DEMO_WORKS.images.filter(({ prompt }) => !CHINESE.test(prompt));
}

/** Draws the pictures and encodes the videos into the sandbox's storage. */
export async function writeDemoFiles(sandboxDir: string, now: Date): Promise<void> {
  const store = await createFolderObjectStore(path.join(sandboxDir, "storage"));
  const put = (key: string, body: Uint8Array, contentType: string) =>
    store.put(describeObject(key, body, { "content-type": contentType }, now));
  const drawn = await Promise.all(PICTURES.map(drawPicture));
  await Promise.all(drawn.map((body, index) => put(DEMO_WORKS.images[index]?.key ?? "", body, "image/jpeg")));
  for (const [index, { picture, prompt }] of VIDEOS.entries()) {
    const video = await renderVideo({ ...VIDEO, reference: drawn[picture] ?? null, prompt, isCaptioned: false });
    await put(DEMO_WORKS.videos[index]?.key ?? "", video, "video/mp4");
  }
}
