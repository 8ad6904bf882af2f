import { expect, test } from "vitest";
import { isHttpUrl, optionalHttpUrl } from "./url";

test.each([
  "https://a.example",
  "HTTP://A.EXAMPLE/x",
  "http://localhost:3000/billing?success=1#top",
  "http://127.0.0.1/",
  "http://[::1]:8080/",
  "https://bücher.example/ä",
])("%s is an http(s) address", (value) => {
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
])("%j is none", (value) => {
  expect(isHttpUrl(value)).toBe(false);
});

test("the address is given back as it was sent, and bounded", () => {
  const schema = optionalHttpUrl("link");
  expect(schema.parse("HTTPS://A.example")).toBe("HTTPS://A.example");
  expect(schema.safeParse(`https://a.example/${"x".repeat(8_192)}`).error?.issues[0]?.message).toBe(
    "link must be at most 8192 characters",
  );
});
