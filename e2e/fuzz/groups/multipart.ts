import fc from "fast-check";
import { callerCookie, hostileText, withCookie } from "../arbitraries";
import type { FuzzCase, FuzzContext, FuzzGroup } from "../fuzz-group";

const BOUNDARY = "a-boundary";
/** A valid picture of one pixel, too small to be accepted. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const MAGIC = [
  "\x89PNG\r\n\x1a\n",
  "\xff\xd8\xff\xe0",
  "GIF89a",
  "RIFF\xff\xff\xff\xffWEBPVP8 ",
  "\0\0\0 ftypavif",
  "<svg xmlns='http://www.w3.org/2000/svg'/>",
  "%PDF-1.4",
  "PK\x03\x04",
];

const content = fc.oneof(
  { weight: 2, arbitrary: fc.constant(PIXEL) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...MAGIC), fc.uint8Array({ maxLength: 300 }))
      .map(([magic, rest]) => Buffer.concat([Buffer.from(magic, "latin1"), rest])),
  },
  // A valid picture with single bytes changed.
  {
    weight: 3,
    arbitrary: fc.array(fc.tuple(fc.nat(PIXEL.length - 1), fc.nat(255)), { maxLength: 4 }).map((changes) => {
      const bytes = Buffer.from(PIXEL);
      for (const [at, value] of changes) bytes[at] = value;
      return bytes;
    }),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constant(Buffer.alloc(300_000, "--a-boundary\r\n")) },
);

const headerText = hostileText.map((text) => text.slice(0, 5_000));
const part = fc
  .record({
    name: fc.oneof(
      { weight: 6, arbitrary: fc.constant('"file"') },
      headerText.map((text) => `"${text}"`),
      fc.constantFrom("file", '"file', "file*=utf-8''%00", ""),
    ),
    filename: fc.oneof(
      fc.constant('; filename="a.png"'),
      headerText.map((text) => `; filename="${text}"`),
      fc.constantFrom("", '; filename="../../a.png"', "; filename*=UTF-8''%ff"),
    ),
    type: fc.oneof(
      fc.constant("image/png"),
      fc.constantFrom("image/svg+xml", "text/html", 'image/png; a="', "IMAGE/JPEG", ""),
      headerText,
    ),
    content,
    lineBreak: fc.oneof({ weight: 6, arbitrary: fc.constant("\r\n") }, fc.constantFrom("\n", "\r", "")),
  })
  .map(({ name, filename, type, content: bytes, lineBreak }) =>
    Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}${lineBreak}Content-Disposition: form-data; name=${name}${filename}${lineBreak}Content-Type: ${type}${lineBreak}${lineBreak}`,
      ),
      bytes,
      Buffer.from(lineBreak),
    ]),
  );

const body = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.array(part, { maxLength: 4 }) },
      fc.array(part, { minLength: 30, maxLength: 60 }),
    ),
    fc.constantFrom(`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--`, `--${BOUNDARY}`, ""),
    fc.nat(50),
  )
  .map(([parts, end, cut]) => {
    const whole = Buffer.concat([...parts, Buffer.from(end)]);
    return cut > 40 ? whole.subarray(0, Math.max(0, whole.length - cut)) : whole;
  });

const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant(`multipart/form-data; boundary=${BOUNDARY}`) },
  fc.constantFrom(
    "multipart/form-data",
    "multipart/form-data; boundary=",
    `multipart/form-data; boundary="${BOUNDARY}`,
    "multipart/mixed; boundary=a",
    `multipart/form-data; boundary=${"b".repeat(3_000)}`,
    "application/json",
  ),
);

export function multipartGroup(world: FuzzContext): FuzzGroup {
  const cases = fc
    .tuple(fc.constantFrom("/api/upload/image", "/api/upload/simple"), body, contentType, callerCookie(world))
    .map(
      ([path, bytes, type, cookie]): FuzzCase => ({
        request: { method: "POST", path, headers: withCookie(cookie, { "content-type": type }), body: bytes },
        expected: { statuses: [200, 400, 401], errors: "rest" },
      }),
    );
  return { name: "multipart", cases };
}
