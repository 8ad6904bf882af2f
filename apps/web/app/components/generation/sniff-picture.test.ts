import { describe, expect, it } from "vitest";
import { sniffPicture } from "./sniff-picture";

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
