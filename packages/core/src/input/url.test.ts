import { expect, test } from "vitest";
import { IMAGE_DATA_URL_MAX_CHARACTERS, isHttpUrl, optionalHttpUrl, optionalImageUrl, requiredImageUrl } from "./url";

test.each([
  "https://a.example",
  "HTTP://A.EXAMPLE/x",
  "http://localhost:3000/billing?success=1#top",
  "http://127.0.0.1/",
  "http://[::1]:8080/",
  "https://bücher.example/ä",
])("%s is an http(s) URL", (value) => {
  expect(isHttpUrl(value)).toBe(true);
});

test.each([
  "",
  "a.example",
  "/relative",
  "//a.example/x",
  "https:a.example",
  "https:/a.example",
  "https:\\\\a.example",
  "https://",
  "http://a b.example/",
  "http://a.example:99999/",
  " https://a.example",
  "https://a.example\n",
  "https://a.exa\tmple",
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "ftp://a.example/",
  "blob:https://a.example/1",
])("%j is not an http(s) URL", (value) => {
  expect(isHttpUrl(value)).toBe(false);
});

test("a URL is returned unchanged and has a maximum length", () => {
  const schema = optionalHttpUrl("link");
  expect(schema.parse("HTTPS://A.example")).toBe("HTTPS://A.example");
  expect(schema.safeParse(`https://a.example/${"x".repeat(8_192)}`).error?.issues[0]?.message).toBe(
    "link must be at most 8192 characters",
  );
});

const REQUIRED = "Reference image is required";
const WRONG_SHAPE = "imageUrl must be an http(s) URL or a data:image/...;base64 URL";

test.each([
  "https://cdn.example/cat.png",
  "http://localhost:4000/a",
  "data:image/png;base64,iVBORw0KGgo=",
  "DATA:IMAGE/JPEG;BASE64,/9j/4AA=",
  "data:image/svg+xml;charset=utf-8;base64,PHN2Zz4=",
  "data:image/webp;base64,AAAA",
])("%s is accepted", (value) => {
  expect(requiredImageUrl(REQUIRED).parse(value)).toBe(value);
  expect(optionalImageUrl().parse(value)).toBe(value);
});

test.each([
  "cat.png",
  "/uploads/cat.png",
  "ftp://cdn.example/cat.png",
  "file:///cat.png",
  "javascript:alert(1)",
  "data:text/html;base64,AAAA",
  "data:image/png,AAAA",
  "data:image/png;base64,",
  "data:image/png;base64,==",
  "data:image/png;base64,AA AA",
  "data:image/png;base64,AA=A",
  "data:image/png;base64,AAAA===",
  "data:image/;base64,AAAA",
  `data:image/${"x".repeat(200)};base64,AAAA`,
])("%s is refused with the field's name", (value) => {
  expect(messageOf(requiredImageUrl(REQUIRED), value)).toBe(WRONG_SHAPE);
  expect(messageOf(optionalImageUrl(), value)).toBe(WRONG_SHAPE);
});

test("an image URL has a maximum length", () => {
  const value = `https://cdn.example/${"x".repeat(8_192)}`;
  expect(messageOf(optionalImageUrl(), value)).toBe("imageUrl must be at most 8192 characters");
});

test("accepts an image of 10 MB and refuses a larger one", () => {
  const header = "data:image/jpeg;base64,";
  const tenMegabytes = header + "A".repeat(4 * Math.ceil((10 * 1024 * 1024) / 3));
  expect(optionalImageUrl().safeParse(tenMegabytes).success).toBe(true);
  expect(messageOf(optionalImageUrl(), header.padEnd(IMAGE_DATA_URL_MAX_CHARACTERS + 1, "A"))).toBe(
    "imageUrl must hold at most 10 MB",
  );
});

test("finds an invalid character at the end of a large image", () => {
  expect(messageOf(optionalImageUrl(), `data:image/png;base64,${"A".repeat(13_000_000)}!`)).toBe(WRONG_SHAPE);
});

test.each([5, {}, ["https://a.example"], true])("%j is refused because it is not a string", (value) => {
  expect(messageOf(requiredImageUrl(REQUIRED), value)).toBe("imageUrl must be a string");
  expect(messageOf(optionalImageUrl(), value)).toBe("imageUrl must be a string");
});

test.each([undefined, null, "", "  "])("%j counts as absent", (value) => {
  expect(messageOf(requiredImageUrl(REQUIRED), value)).toBe(REQUIRED);
  expect(optionalImageUrl().parse(value)).toBeUndefined();
});

function messageOf(schema: ReturnType<typeof requiredImageUrl | typeof optionalImageUrl>, value: unknown) {
  return schema.safeParse(value).error?.issues[0]?.message;
}
