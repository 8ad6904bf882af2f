import { expect, it } from "vitest";
import { markTextFirst } from "./text-first";

const message = (id: string, role: string, characters: number) => ({ id, role, content: "x".repeat(characters) });
const marked = (messages: Parameters<typeof markTextFirst>[0]) =>
  markTextFirst(messages).flatMap(({ id, isTextFirst }) => (isTextFirst ? [id] : []));

it("leaves the replies before the newest 24,000 characters to the browser, and no message of the user", () => {
  const messages = [
    message("first", "assistant", 1_000),
    message("question", "user", 30_000),
    message("second", "assistant", 20_000),
    message("third", "assistant", 4_000),
  ];
  expect(marked(messages)).toEqual(["first"]);
  expect(markTextFirst(messages)).toMatchObject(messages);
});

it("renders the newest reply, however long", () => {
  expect(marked([message("only", "assistant", 100_000)])).toEqual([]);
});
