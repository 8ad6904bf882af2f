import type { Nodes } from "mdast";
import { expect, it } from "vitest";
import { parseMarkdown } from "./parse-markdown";

const strongTexts = (node: Nodes): string[] => {
  const inner = "children" in node ? node.children.flatMap(strongTexts) : [];
  return node.type === "strong"
    ? [node.children.map((child) => ("value" in child ? child.value : "")).join("")]
    : inner;
};

it.each([
  ["**注意：**请先登录", ["注意："]],
  ["他说**“你好。”**然后走了", ["“你好。”"]],
  ["使用**“模型”**和**（可选）**参数。", ["“模型”", "（可选）"]],
  ["**Note:** this, **that**.", ["Note:", "that"]],
])("reads the emphasis of %j, although Chinese has no spaces around it", (text, expected) => {
  const document = parseMarkdown(text);
  expect(document && strongTexts(document)).toEqual(expected);
});
