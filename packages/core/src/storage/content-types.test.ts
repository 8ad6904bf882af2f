import { expect, test } from "vitest";
import { extensionForContentType } from "./content-types";

test.each([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/webp", "webp"],
  ["image/gif", "gif"],
  ["image/avif", "avif"],
  ["video/mp4", "mp4"],
  ["video/webm", "webm"],
  ["IMAGE/PNG", "png"],
  ["image/jpeg; charset=binary", "jpg"],
  [" video/mp4 ;codecs=avc1", "mp4"],
])("%s is stored as .%s", (type, extension) => {
  expect(extensionForContentType(type)).toBe(extension);
});

test.each(["", ";", "text/html", "image/svg+xml", "application/octet-stream", "constructor", "__proto__"])(
  "%j is not stored",
  (type) => {
    expect(extensionForContentType(type)).toBeUndefined();
  },
);
