import { expect, test } from "vitest";
import { markdownSection, markdownTitle } from "./chat-markdown";

test("has a title, and a heading with speaker and time for each message", () => {
  const createdAt = new Date("2026-03-10T12:34:56.000Z");
  const messages = [
    { role: "user", content: "How?", createdAt },
    { role: "assistant", content: "```ts\nso();\n```\n", createdAt },
  ];
  const speakers = { user: "You", assistant: "Answer" };
  expect([markdownTitle("Two\nlines"), ...messages.map((message) => markdownSection(message, speakers))].join("")).toBe(
    "# Two lines\n\n## You · 2026-03-10 12:34 UTC\n\nHow?\n\n## Answer · 2026-03-10 12:34 UTC\n\n```ts\nso();\n```\n",
  );
});

test.each([
  ["Here:\n\n```js\nlet a = 1;", "\nlet a = 1;\n```\n"],
  ["~~~~\n```\n~~~", "\n~~~\n~~~~\n"],
  ["```\ndone\n```", "done\n```\n"],
  ["~~~a`b\ncode", "code\n~~~\n"],
  ["What does\n```npm start``` do?", "\n\nWhat does\n```npm start``` do?\n"],
])("ends a code block that a message leaves open: %j", (content, end) => {
  const speakers = { user: "You", assistant: "Answer" };
  const section = markdownSection({ role: "assistant", content, createdAt: new Date(0) }, speakers);
  expect(section.endsWith(end)).toBe(true);
});
