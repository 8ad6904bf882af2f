const SHORT_TITLE_MAX_CHARACTERS = 56;
/** A shorter sentence, such as "Quick one.", says too little. Chinese needs fewer characters. */
const FIRST_SENTENCE = /^(?:.{12,}?[.!?](?=\s|$)|.{4,}?[。！？])/u;

/** Words that open a request and say nothing about it. */
const OPENINGS = [
  /^(?:hi|hello|hey|good (?:morning|day|evening))(?: there)?[\s,!.…:-]+/i,
  /^(?:please|pls)[\s,]+/i,
  /^(?:can|could|would|will) you (?:please |kindly )?/i,
  /^(?:help me (?:to )?|i (?:want|need|would like|'d like) (?:you )?to |tell me |show me )/i,
  /^(?:你好|您好|嗨|哈喽)[，。！,!\s]*/,
  /^(?:请问|请你|请您|请|麻烦你?|你?能不能|可不可以|可以)/,
  /^帮我/,
];
const MARKDOWN_PREFIX = /^(?:#{1,6}\s+|>\s*|[-*+]\s+|\d{1,3}[.)]\s+)+/;

/**
 * A title for a list of chats, made from the beginning of the first message: its first sentence without greetings and Markdown.
 * @param message may itself be cut off
 */
export function shortTitle(message: string): string {
  const line = message
    .split("\n")
    .map(plainLine)
    .find((text) => text !== "");
  if (line === undefined) return message.trim();
  const opened = OPENINGS.reduce((text, opening) => text.replace(opening, ""), line).trim();
  const sentence = firstSentence(opened === "" ? line : opened);
  return capitalised(cutAtWord(sentence));
}

function plainLine(line: string): string {
  return (
    line
      .trim()
      .replace(/^(?:```|~~~).*$/, "")
      .replace(MARKDOWN_PREFIX, "")
      // Not within a word, as in snake_case.
      .replaceAll(/(?<![\p{L}\p{N}])[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?![\p{L}\p{N}])/gu, "")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}

/** Keeps a question mark, and drops other marks at the end. */
function firstSentence(text: string): string {
  const [sentence] = FIRST_SENTENCE.exec(text) ?? [text];
  return sentence.replace(/[\s.,;:!。，；：！…]+$/, "") || text;
}

function cutAtWord(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= SHORT_TITLE_MAX_CHARACTERS) return text;
  const cut = characters.slice(0, SHORT_TITLE_MAX_CHARACTERS - 1).join("");
  const lastSpace = cut.lastIndexOf(" ");
  // Chinese has no spaces, and a very long word is cut inside.
  const whole = lastSpace > SHORT_TITLE_MAX_CHARACTERS / 2 ? cut.slice(0, lastSpace) : cut;
  return `${whole.replace(/[\s.,;:，；：、-]+$/, "")}…`;
}

function capitalised(text: string): string {
  const [first = "", ...rest] = Array.from(text);
  return first.toLocaleUpperCase("en") + rest.join("");
}
