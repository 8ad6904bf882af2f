import { expect, it } from "vitest";
import { downloadName } from "./download-name";

const createdAt = new Date("2026-03-10T23:59:59Z");

it.each([
  ["A red boat, at sunset!", "genmint-2026-03-10-a-red-boat-at-sunset.png"],
  ["Café über alles", "genmint-2026-03-10-cafe-uber-alles.png"],
  ["日落时的船", "genmint-2026-03-10.png"],
  ['"; filename=evil.exe\r\n', "genmint-2026-03-10-filename-evil-exe.png"],
  ["a".repeat(100), `genmint-2026-03-10-${"a".repeat(40)}.png`],
])("%s is saved as %s", (prompt, name) => expect(downloadName({ prompt, createdAt }, "png")).toBe(name));
