import fc from "fast-check";
import { expect, it, test } from "vitest";
import { downloadName, extensionForContentType, objectKey, userFolders } from "./file-names";

const NOW = new Date(1_767_225_600_123);

test.each([
  ["image", "images/user-1/1767225600123_aaaaaa.png"],
  ["video", "videos/user-1/1767225600123_aaaaaa.png"],
  ["upload", "uploads/user-1/1767225600123_aaaaaa.png"],
] as const)("the key of a file of kind %s is %s", (kind, expected) => {
  expect(objectKey(kind, "user-1", "png", NOW, () => 0)).toBe(expected);
});

test("every random character uses a new random number", () => {
  const draws = [0, 0.5, 0.999_999, 0.25, 0.75, 0.1].values();
  expect(objectKey("image", "u", "jpg", NOW, () => draws.next().value ?? 0)).toBe("images/u/1767225600123_as9j1d.jpg");
});

test("the key has the same format for all random numbers", () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (draws) => {
      const key = objectKey("upload", "u", "webp", NOW, () => draws.next().value ?? 0);
      expect(key).toMatch(/^uploads\/u\/1767225600123_[a-z0-9]{6}\.webp$/);
    }),
  );
});

test.each(["", "..", ".", "a/b", "../x", "a\\b", "a b"])("a user id of %j cannot leave the folder", (userId) => {
  expect(() => objectKey("image", userId, "png", NOW, () => 0)).toThrow("Invariant violated");
});

test.each(["", "png/x", "../x", "p.ng", "PNG"])("an extension of %j violates the invariant", (extension) => {
  expect(() => objectKey("image", "u", extension, NOW, () => 0)).toThrow("Invariant violated");
});

test("all files of a user are in exactly one of the user's folders", () => {
  const folders = userFolders("user-1");
  for (const kind of ["image", "video", "upload"] as const) {
    const key = objectKey(kind, "user-1", "png", NOW, () => 0);
    expect(folders.filter((folder) => key.startsWith(folder))).toHaveLength(1);
  }
  expect(() => userFolders("../user-1")).toThrow("one segment");
});

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

const createdAt = new Date("2026-03-10T23:59:59Z");

it.each([
  ["A red boat, at sunset!", "genmint-2026-03-10-a-red-boat-at-sunset.png"],
  ["Café über alles", "genmint-2026-03-10-cafe-uber-alles.png"],
  ["日落时的船", "genmint-2026-03-10.png"],
  ['"; filename=evil.exe\r\n', "genmint-2026-03-10-filename-evil-exe.png"],
  ["a".repeat(100), `genmint-2026-03-10-${"a".repeat(40)}.png`],
])("%s is saved as %s", (prompt, name) => expect(downloadName({ prompt, createdAt }, "png")).toBe(name));
