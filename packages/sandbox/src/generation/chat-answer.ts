const QUOTE_LENGTH_MAX = 280;
/** Without being asked for code, every so many turns still get some, so that it is seen rendered. */
const CODE_EVERY_TURNS = 4;

/** An answer in Markdown that shows what was received: it quotes the message and counts the earlier ones. */
export function composeResponse(message: string, earlierMessages: number): string {
  const words = message.split(/\s+/).filter((word) => word !== "");
  const paragraphs = [
    quote(message),
    `You wrote **${words.length} ${words.length === 1 ? "word" : "words"}**, and I was given ${countText(earlierMessages)} with it.`,
    "This answer comes from a stand-in, so it says nothing about your subject. What it does show:",
    [
      "- text that arrives *piece by piece*",
      `- the longest word you used: \`${longestOf(words)}\``,
      `- your message read backwards begins with “${backwards(message)}”`,
    ].join("\n"),
  ];
  if (/\bcode\b/i.test(message) || earlierMessages % CODE_EVERY_TURNS === CODE_EVERY_TURNS - 2) {
    paragraphs.push("Some code, as asked or as a change:", codeBlock(words.length));
  }
  return paragraphs.join("\n\n");
}

/** What a thinking model would say to itself before it answers. */
export function composeReasoning(message: string): string {
  const words = message.split(/\s+/).filter((word) => word !== "");
  return `The message has ${words.length} words. I should quote it, count what came before it, and say that I am a stand-in. Then I can answer.`;
}

/** The answer in the fragments it is streamed in: words with the space that follows them. */
export function splitIntoChunks(answer: string): string[] {
  return answer.match(/\s*\S+\s*/g) ?? [];
}

function quote(message: string): string {
  const characters = Array.from(message);
  const shown = characters.slice(0, QUOTE_LENGTH_MAX).join("") + (characters.length > QUOTE_LENGTH_MAX ? "…" : "");
  return shown
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

function countText(count: number): string {
  if (count === 0) return "no earlier messages";
  return count === 1 ? "1 earlier message" : `${count} earlier messages`;
}

function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), "").replaceAll("`", "");
}

function backwards(message: string): string {
  return Array.from(message.trim()).reverse().slice(0, 20).join("");
}

function codeBlock(wordCount: number): string {
  return [
    "```ts",
    "export function describe(): string {",
    `  return "a message of ${wordCount} words";`,
    "}",
    "```",
  ].join("\n");
}
