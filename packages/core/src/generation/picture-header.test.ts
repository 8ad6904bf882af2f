import { describe, expect, it } from "vitest";
import { readPictureHeader } from "./picture-header";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const sides32 = (...sides: number[]) => sides.flatMap((side) => [0, 0, side >> 8, side & 0xff]);
const sides16 = (...sides: number[]) => sides.flatMap((side) => [side >> 8, side & 0xff]);

/** A segment of a JPEG file, with its length. */
const segment = (marker: number, content: readonly number[]) => [
  0xff,
  marker,
  ...sides16(content.length + 2),
  ...content,
];
const frame = (marker: number, width: number, height: number) =>
  segment(marker, [8, ...sides16(height, width), 3, 1, 0x22, 0]);
const EXIF = segment(
  0xe1,
  Array.from({ length: 400 }, (_, index) => index & 0xff),
);
const TABLE = segment(0xc4, [0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1]);
const jpeg = (...segments: number[][]) => [0xff, 0xd8, ...segments.flat()];

const read = (bytes: readonly number[]) => readPictureHeader(Uint8Array.from(bytes));

describe("PNG", () => {
  it("has its size in the first chunk", () => {
    expect(read([...PNG, ...sides32(3200, 310)])).toEqual({
      contentType: "image/png",
      size: { width: 3200, height: 310 },
    });
  });

  it.each([
    ["is cut off", PNG],
    ["starts with another chunk", [...PNG.slice(0, 12), 0x43, 0x67, 0x42, 0x49, ...sides32(1, 1)]],
    ["has no width", [...PNG, ...sides32(0, 300)]],
  ])("has no size if it %s", (_case, bytes) => {
    expect(read(bytes)).toEqual({ contentType: "image/png", size: null });
  });
});

describe("JPEG", () => {
  it.each([0xc0, 0xc1, 0xc2])("has its size in the frame header %d", (marker) => {
    const size = { width: 640, height: 480 };
    expect(read(jpeg(EXIF, TABLE, frame(marker, 640, 480)))).toEqual({ contentType: "image/jpeg", size });
    expect(read(jpeg([0xff, ...EXIF], [0xff, 0xff, ...frame(marker, 640, 480)]))).toMatchObject({ size });
  });

  it.each([
    ["is cut off", jpeg(EXIF)],
    ["is cut off within its frame", jpeg(EXIF, frame(0xc0, 640, 480).slice(0, 6))],
    ["starts its pixel data without a frame header", jpeg(segment(0xda, [1, 2, 3, 4, 5, 6]), frame(0xc0, 1, 1))],
    ["continues with other bytes", jpeg(EXIF, [1, 2, 3, 4, 5, 6, 7, 8, 9])],
    ["has a height of 0", jpeg(frame(0xc0, 640, 0))],
    ["has segments without a length", jpeg([0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ])("has no size if it %s", (_case, bytes) => {
    expect(read(bytes)).toEqual({ contentType: "image/jpeg", size: null });
  });
});

it.each([
  ["nothing", []],
  ["WebP", [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50]],
  ["half a signature", PNG.slice(0, 7)],
])("%s is neither JPEG nor PNG", (_case, bytes) => {
  expect(read(bytes)).toBeNull();
});
