import sharp from "sharp";

const PIXELS = 300;

/** The smallest picture an upload takes. */
export const SIMPLE_PICTURE: Uint8Array = await sharp({
  create: { width: PIXELS, height: PIXELS, channels: 3, background: "#888888" },
})
  .png()
  .toBuffer();
