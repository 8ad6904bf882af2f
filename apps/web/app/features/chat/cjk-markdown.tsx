import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly";
import { Markdown } from "./markdown";

const EXTENSION = cjkFriendlyExtension();

/**
 * Renders a reply with Chinese, Japanese or Korean text: its emphasis may end with punctuation and go on without a space, as in **注意：**请.
 * A file of its own, because other replies do not need its 4 kB.
 */
export function CjkMarkdown({ text }: { text: string }) {
  return <Markdown text={text} cjk={EXTENSION} />;
}
