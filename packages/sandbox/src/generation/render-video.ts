import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { H264MP4Encoder } from "h264-mp4-encoder";
import sharp from "sharp";
import { hueColour, promptCaption, promptHue } from "./drawing";
import type { PixelSize } from "./model-limits";

export interface VideoSpec {
  /** First frame; without it a background is drawn from the prompt. */
  reference: Uint8Array | null;
  prompt: string;
  size: PixelSize;
  durationSeconds: number;
  cameraFixed: boolean;
  /** Whether the prompt is written over the lower edge. */
  isCaptioned: boolean;
}

const FRAME_RATE = 12;
/** Long videos get fewer frames per second, which bounds the work. */
const FRAMES_MAX = 120;
/** The camera pans over a picture this much larger than the frame. */
const PAN_SCALE = 1.25;
const CAPTION_RATIO = 0.14;
const CHANNELS = 4;
/** The encoder's fastest setting, with a quality that keeps the caption readable. */
const ENCODER_SPEED = 10;
const QUANTIZATION = 26;

/** Encodes an MP4: a slow pan over the reference image (or a background) with the prompt as caption if the spec asks for it. */
export async function renderVideo(spec: VideoSpec): Promise<Uint8Array> {
  const { size, durationSeconds } = spec;
  const frameRate = Math.min(FRAME_RATE, FRAMES_MAX / durationSeconds);
  const frameCount = Math.max(Math.round(frameRate * durationSeconds), 1);
  const scene = await paintScene(spec);
  const caption = spec.isCaptioned ? await paintCaption(spec) : null;
  const frame = Buffer.alloc(size.width * size.height * CHANNELS);

  const encoder = await createEncoder();
  try {
    encoder.outputFilename = `${randomUUID()}.mp4`;
    encoder.width = size.width;
    encoder.height = size.height;
    encoder.frameRate = frameRate;
    encoder.speed = ENCODER_SPEED;
    encoder.quantizationParameter = QUANTIZATION;
    encoder.initialize();
    for (let index = 0; index < frameCount; index++) {
      const progress = spec.cameraFixed ? 0.5 : index / Math.max(frameCount - 1, 1);
      copyWindow(scene, frame, size, progress);
      caption?.copy(frame, frame.length - caption.length);
      encoder.addFrameRgba(frame);
      await nextTurn();
    }
    encoder.finalize();
    const video = encoder.FS.readFile(encoder.outputFilename);
    // All encoders share one in-memory file system, so the file must be deleted.
    encoder.FS.unlink(encoder.outputFilename);
    return video;
  } finally {
    encoder.delete();
  }
}

interface Scene {
  width: number;
  height: number;
  pixels: Buffer;
}

async function paintScene(spec: VideoSpec): Promise<Scene> {
  const width = Math.round(spec.size.width * PAN_SCALE);
  const height = Math.round(spec.size.height * PAN_SCALE);
  const picture = spec.reference ? sharp(spec.reference).rotate() : sharp(backgroundSvg(spec.prompt, width, height));
  const pixels = await picture
    .resize({ width, height, fit: "cover" })
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { width, height, pixels };
}

/** The caption's pixels, as wide as the frame, so that one copy writes them over its last rows. */
async function paintCaption({ prompt, size }: VideoSpec): Promise<Buffer> {
  const height = Math.round(size.height * CAPTION_RATIO);
  return sharp(promptCaption(prompt, size.width, height).svg)
    .resize({ width: size.width, height, fit: "fill" })
    .ensureAlpha()
    .raw()
    .toBuffer();
}

/** Copies the visible part of the scene; `progress` goes from 0 to 1 along the diagonal. */
function copyWindow(scene: Scene, frame: Buffer, size: PixelSize, progress: number): void {
  const left = Math.round((scene.width - size.width) * progress);
  const top = Math.round((scene.height - size.height) * progress);
  const rowBytes = size.width * CHANNELS;
  for (let row = 0; row < size.height; row++) {
    const from = ((top + row) * scene.width + left) * CHANNELS;
    scene.pixels.copy(frame, row * rowBytes, from, from + rowBytes);
  }
}

function backgroundSvg(prompt: string, width: number, height: number): Buffer {
  const hue = promptHue(prompt);
  const css = (degrees: number, lightness: number) => {
    const { r, g, b } = hueColour(degrees % 360, lightness);
    return `rgb(${r},${g},${b})`;
  };
  const discs = [0, 1, 2, 3, 4].map((index) => {
    const x = ((hue * 7 + index * 211) % 1000) / 10;
    const y = ((hue * 3 + index * 137) % 1000) / 10;
    return `<circle cx="${x}%" cy="${y}%" r="${8 + index * 4}%" fill="${css(hue + index * 50, 0.6)}" fill-opacity=".7"/>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${css(hue, 0.35)}"/><stop offset="1" stop-color="${css(hue + 90, 0.65)}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#sky)"/>${discs.join("")}</svg>`,
  );
}

type EncoderModule = typeof import("h264-mp4-encoder");

const PROCESS_EVENTS = ["uncaughtException", "unhandledRejection"] as const;

/** Creates an encoder. The caller sets size and frame rate, calls `initialize()`, and finally `delete()`. */
export function createEncoder(): Promise<H264MP4Encoder> {
  return loadModule().createH264MP4Encoder();
}

/**
 * The package is a CommonJS bundle whose exports an import statement cannot see. When first loaded it installs error handlers on the
 * process, which would change how the whole program fails. They are removed again.
 */
function loadModule(): EncoderModule {
  const before = PROCESS_EVENTS.map((event) => process.rawListeners(event));
  const encoderModule: EncoderModule = createRequire(import.meta.url)("h264-mp4-encoder");
  PROCESS_EVENTS.forEach((event, index) => {
    for (const listener of process.rawListeners(event)) {
      if (!before[index]?.includes(listener)) process.off(event, listener as (...args: unknown[]) => void);
    }
  });
  return encoderModule;
}
