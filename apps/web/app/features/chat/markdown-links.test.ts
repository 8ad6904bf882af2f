import { expect, test } from "vitest";
import { safeLink } from "./markdown";

test.each([
  ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
  ["http://example.com", "http://example.com/"],
  ["mailto:someone@example.com", "mailto:someone@example.com"],
])("%s is a link", (address, link) => {
  expect(safeLink(address)).toBe(link);
});

test.each([
  undefined,
  "",
  "/admin",
  "#top",
  "javascript:alert(1)",
  " JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
])("%s is none", (address) => {
  expect(safeLink(address)).toBeNull();
});
