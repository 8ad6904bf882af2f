import sharp from "sharp";

/** A PNG of a boat on water, to upload as a reference. */
export async function referencePicture(
  size = { width: 640, height: 480 },
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="640" height="300" fill="#9bd"/><rect y="300" width="640" height="180" fill="#258"/>
    <path d="M180 300h280l-50 60H230z" fill="#843"/><path d="M310 110v180h130z" fill="#fff"/></svg>`;
  return {
    name: "boat.png",
    mimeType: "image/png",
    buffer: await sharp(Buffer.from(svg))
      .resize({ ...size, fit: "fill" })
      .png()
      .toBuffer(),
  };
}
