import { describe, expect, it, vi } from "vitest";
import { dimensionProblem, inspectPicture, sniffPicture } from "./inspect-picture";

describe("dimensionProblem", () => {
  it.each([
    ["image", 300, 300, null],
    ["image", 299, 600, "tooSmall"],
    ["image", 600, 299, "tooSmall"],
    ["image", 900, 300, null],
    ["image", 901, 300, "tooNarrow"],
    ["image", 300, 901, "tooNarrow"],
    ["image", 6001, 6001, null],
    ["video", 300, 600, "tooSmall"],
    ["video", 750, 301, null],
    ["video", 753, 301, "tooNarrow"],
    ["video", 6001, 6001, "sidesTooLong"],
  ] as const)("for an %s, %i × %i is %s", (kind, width, height, problem) => {
    expect(dimensionProblem(kind, width, height)).toBe(problem);
  });
});

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...part].map((c) => c.charCodeAt(0)) : part)));

describe("sniffPicture", () => {
  it.each([
    ["image/jpeg", bytes([0xff, 0xd8, 0xff, 0xe0], "..JFIF")],
    ["image/png", bytes([0x89], "PNG\r\n", [0x1a, 0x0a])],
    ["image/webp", bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 ")],
    ["image/gif", bytes("GIF89a", [1, 0])],
    ["image/avif", bytes([0, 0, 0, 0x1c], "ftypavif")],
    [null, bytes("<svg xmlns=")],
    [null, bytes("%PDF-1.7")],
    [null, bytes("RIFF", [1, 2, 3, 4], "WAVEfmt ")],
    [null, bytes([0, 0, 0, 0x1c], "ftypmp42")],
    [null, bytes("")],
  ])("%s", (type, start) => {
    expect(sniffPicture(start)).toBe(type);
  });
});

describe("inspectPicture", () => {
  it("refuses what cannot be read, such as a dropped folder", async () => {
    const unreadable = new Blob();
    unreadable.arrayBuffer = () => Promise.reject(new Error("NotFoundError"));
    const folder = new File([], "pictures");
    folder.slice = () => unreadable;
    expect(await inspectPicture("image", folder)).toEqual({ ok: false, problem: "unreadable" });
  });

  const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0], "..JFIF");
  const avif = bytes([0, 0, 0, 0x1c], "ftypavif");
  it.each([
    ["JPEG", jpeg, 5_712, 4_284, null],
    ["JPEG", jpeg, 8_064, 6_048, "tooManyPixels"],
    ["AVIF", avif, 5_000, 4_000, null],
    ["AVIF", avif, 5_712, 4_284, "tooManyPixels"],
  ])("a %s of %i × %i pixels", async (_, start, width, height, problem) => {
    vi.stubGlobal("createImageBitmap", async () => ({ width, height, close: () => undefined }));
    const inspection = await inspectPicture("image", new File([start], "photo"));
    expect(inspection).toMatchObject(problem ? { ok: false, problem } : { ok: true });
    vi.unstubAllGlobals();
  });
});
