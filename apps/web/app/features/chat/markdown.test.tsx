import { MantineProvider } from "@mantine/core";
import katex from "katex";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_LOCALE, loadMessages } from "~/i18n/locale";
import { LocaleProvider } from "~/i18n/page-language";
import { MARKDOWN_ATTRIBUTE } from "~/ui/preloadable";
import { parseElements } from "../../../test/html";
import { MARKDOWN_ATTACKS } from "../../../test/security/markdown-attacks";
import { KATEX_OPTIONS } from "./formula";
import { highlight } from "./highlighter";
import { LazyMarkdown } from "./lazy-markdown";
import { safeLink } from "./markdown";

/** The tags of a reply, including the copy button of code blocks. */
const TAGS = new Set(
  "html head body div p span a h3 h4 h5 h6 em strong del ul ol li blockquote hr br pre code section table thead tbody tr th td button svg path sup".split(
    " ",
  ),
);
const ATTRIBUTES =
  /^(?:class|href|target|rel|type|role|title|tabindex|id|start|align|aria-[a-z]+|data-[a-z-]+|d|fill|stroke|stroke-[a-z]+|width|height|viewbox|xmlns)$/i;
/** Mantine passes colours and sizes as custom properties; no other inline styles are allowed. */
const OWN_STYLE = /^(?:(?:--[\w-]+|color|text-align):[\w\s().,%*+-]+;?)+$/;
const WEB_OR_MAIL = /^(?:https?:\/\/|mailto:)/;

beforeAll(() => loadMessages(DEFAULT_LOCALE, { isAdmin: false }));

function render(text: string): string {
  return renderToStaticMarkup(
    <LocaleProvider locale={DEFAULT_LOCALE}>
      <MantineProvider env="test">
        <LazyMarkdown text={text} />
      </MantineProvider>
    </LocaleProvider>,
  );
}

/** The elements of the rendered reply, without Mantine's style element. */
const elementsOfReply = (text: string) =>
  parseElements(render(text).replace(/<style data-mantine-styles[^>]*>[^<]*<\/style>/g, ""));

it(`knows ${MARKDOWN_ATTACKS.length} attacks`, () => {
  expect(new Set(MARKDOWN_ATTACKS).size).toBeGreaterThanOrEqual(40);
});

it.each(MARKDOWN_ATTACKS)("shows %j and does nothing else", (text) => {
  for (const { tag, attributes } of elementsOfReply(text)) {
    expect(TAGS).toContain(tag);
    const { style, href, ...others } = attributes;
    if (style !== undefined) expect(style).toMatch(OWN_STYLE);
    if (href !== undefined) {
      expect(tag).toBe("a");
      expect(href).toMatch(WEB_OR_MAIL);
      expect(attributes["rel"]).toBe("noopener noreferrer");
    }
    for (const name of Object.keys(others)) expect(name).toMatch(ATTRIBUTES);
  }
});

it("renders headings, links, emphasis, code and tables", () => {
  const elements = elementsOfReply("# A\n\n[a](https://a.example) **b** `c`\n\n| d |\n| - |\n| e |");
  const tags = elements.map(({ tag }) => tag);
  for (const tag of ["h3", "a", "strong", "code", "table"]) expect(tags).toContain(tag);
});

/** The HTML of a reply without the attributes that are for styles and screen readers. */
const htmlOf = (text: string) =>
  render(text)
    .replace(/<style data-mantine-styles[^>]*>[^<]*<\/style>/g, "")
    .replace(/ (?:class|data-[a-z-]+|role|tabindex|aria-label|rel|target)="[^"]*"/g, "");

it.each([
  ["a list", "- a\n- b\n  1. c", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>"],
  ["a list with empty lines", "3. a\n\n4. b", '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  ["a task list", "- [x] a\n- [ ] *b*", "<ul><li><span>☑</span> a</li><li><span>☐</span> <em>b</em></li></ul>"],
  ["links defined elsewhere", "[a][b]\n\n[b]: https://b.example", '<p><a href="https://b.example/">a</a></p>'],
  ["a link without a definition", "[a][b]", "<p>[a][b]</p>"],
  ["a picture as a link", "![a](https://b.example/c.png)", '<p><a href="https://b.example/c.png">a</a></p>'],
  [
    "a picture in a link as its text",
    "[**![a](https://b.example/c.png)**](https://d.example)",
    '<p><a href="https://d.example/"><strong><span>a</span></strong></a></p>',
  ],
  ["breaks and rules", "a  \nb\n\n---", "<p>a<br/>b</p><hr/>"],
  ["emphasis that ends with Chinese punctuation", "**注意：**请先登录", "<p><strong>注意：</strong>请先登录</p>"],
  [
    "emphasis that begins and ends with Chinese punctuation",
    "使用**“模型”**和**（可选）**参数。",
    "<p>使用<strong>“模型”</strong>和<strong>（可选）</strong>参数。</p>",
  ],
  ["struck text and quotes", "> ~~a~~", "<blockquote><p><del>a</del></p></blockquote>"],
  ["HTML as text", "<b>a</b>\n\n<hr>", "<p>&lt;b&gt;a&lt;/b&gt;</p><p>&lt;hr&gt;</p>"],
])("renders %s", (_name, text, html) => {
  expect(htmlOf(text)).toBe(`<div>${html}</div>`);
});

it("aligns the columns of a table and fills rows that are too short", () => {
  const body = '<tbody><tr><td>1</td><td style="text-align:right"></td></tr></tbody>';
  expect(htmlOf("| a | b |\n| - | -: |\n| 1 |")).toContain(
    `<thead><tr><th>a</th><th style="text-align:right">b</th></tr></thead>${body}`,
  );
});

it("shows formulas and code as text in the server's HTML", () => {
  const codes = elementsOfReply("$x^2$, \\[y\\]\n\n```ts\nconst a = 1;\n```").filter(({ tag }) => tag === "code");
  expect(codes).toHaveLength(3);
});

describe("a formula", () => {
  it.each([
    "\\href{javascript:alert(1)}{x}",
    "\\url{javascript:alert(1)}",
    "\\includegraphics{https://attacker.example/a.png}",
    "\\htmlStyle{background:url(https://attacker.example)}{x}",
    "\\htmlData{a=b}{x}",
    "<img src=x onerror=alert(1)>",
    "\\def\\a{\\a\\a}\\a",
    "\\rule{1000em}{1000em}",
    "\\frac{",
  ])("cannot do more than draw: %j", (source) => {
    for (const { tag, attributes } of parseElements(katex.renderToString(source, KATEX_OPTIONS))) {
      expect(tag).not.toMatch(/^(?:a|img|script|iframe|svg)$/);
      for (const [name, value] of Object.entries(attributes)) {
        expect(name).not.toMatch(/^(?:on|href|src|data-)/);
        expect(value).not.toMatch(/url\(|\d{3,}em/);
      }
    }
  });
});

describe("highlight", () => {
  it("colors the parts of code, and changes no character of it", () => {
    const code = 'const text = "<b>"; // done';
    const parts = highlight(code, "ts") ?? [];
    expect(parts.map(({ text }) => text).join("")).toBe(code);
    expect(parts.find(({ text }) => text === "const")?.classes).toContain("hljs-keyword");
    expect(parts.map(({ text, at }) => code.slice(at, at + text.length))).toEqual(parts.map(({ text }) => text));
  });

  it("leaves code of an unknown language", () => {
    expect(highlight("a", "no-such-language")).toBeNull();
  });
});

describe("a reply that would take the parser seconds", () => {
  const sizeOf = (html: string) => html.split("<").length;
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join("\n");

  it.each([
    ["quotes", ">".repeat(16_000)],
    ["quotes with spaces", `text\n\n${"> ".repeat(8_000)}a`],
    ["lists", `${"- + ".repeat(4_000)}a`],
    ["numbered lists", `${"1. 2) ".repeat(2_500)}a`],
    ["lines with ten lists each", `${"1. ".repeat(10)}a\n`.repeat(500)],
    ["paragraphs", "a\n\n".repeat(4_000).trim()],
    ["emphasis", `${"*a_ ".repeat(4_000)}a`],
    ["links", `${"[a](b) www.c ".repeat(1_000)}a`],
    ["marks that are closed nowhere, in a long paragraph", `**a** ${"[a](b (".repeat(1_400)}${"c".repeat(50_000)}`],
    ["characters that may end a link", `**a** http://b.c/${"!".repeat(16_000)}d`],
    ["cells", `${"|a".repeat(21)}\n${"|-".repeat(21)}\n${`${"|a".repeat(21)}\n`.repeat(1_400)}`.trim()],
    ["quotes within a list item", `123456789. a\n\n${" ".repeat(11)}${">".repeat(6_000)}a`],
    ["paragraphs that end with carriage returns", `a${"\r\ra".repeat(5_000)}`],
    ["list items, each within that of the line before", lines(340, (i) => `${"\t".repeat(i)}- a`)],
    ["empty list items, each within that of the line before", lines(250, (i) => `${"  ".repeat(i)}-`)],
    ["lines within a deep list item", `${"- ".repeat(98)}a\n\n${`${"\t".repeat(49)}a\n\n`.repeat(600)}`.trim()],
  ])("because of its many %s is shown as text", (_, text) => {
    const html = render(text);
    expect(sizeOf(html)).toBeLessThan(20);
    expect(html).toContain(text.replaceAll(">", "&gt;"));
    expect(html).toContain(MARKDOWN_ATTRIBUTE);
  });

  it("because of its many marks still has its code and tables, but no empty cells of a table", () => {
    const rows = JSON.stringify(Array.from({ length: 1_000 }, () => [1, [2]]));
    const html = render(`**a**\n\n\`\`\`json\n${rows}\n\`\`\`\n\n|b|\n|-|\n|c|\n\n> d`);
    expect(html).toMatch(/\*\*a\*\*.*<pre.*<td>c<.*<blockquote>/s);
    const table = `${"|a".repeat(1_000)}|\n${"|-".repeat(1_000)}|\n${"|\n".repeat(1_000)}`;
    expect(sizeOf(render(table))).toBeLessThan(10_000);
  });

  it.each([
    [
      "a table of a hundred names with links",
      `| a | b | c |\n|---|---|---|\n${lines(100, (i) => `| **U${i}** | [u${i}.edu](https://u${i}.edu) | 1861 |`)}`,
    ],
    [
      "a table of eighty contacts",
      `| a | b | c |\n|---|---|---|\n${lines(80, (i) => `| **U${i}** | https://u${i}.edu | info@u${i}.edu |`)}`,
    ],
    [
      "a list of five levels, each indented by four spaces",
      lines(200, (i) => `${" ".repeat(4 * (i % 5))}- **term ${i}** of a list`),
    ],
    ["deeply indented YAML", `\`\`\`yaml\n${lines(130, (i) => `${" ".repeat(20)}- item${i}`)}\n\`\`\`\n\n**Done**`],
    ["a list of 170 commands", lines(170, (i) => `- **term ${i}**: \`cmd${i}\` does it`)],
    ["a worksheet with blanks", `**A**\n\n${lines(60, (i) => `${i + 1}. ${i} + 4 = ____________________`)}`],
  ])("is not %s, which 2,048 tokens may be", (_, text) => {
    expect(render(text)).toContain("<strong>");
  });

  it("is parsed where its marks are in many paragraphs", () => {
    const html = render("**a** `b` [c](https://d.example) $e$ www.f.example\n\n".repeat(300));
    expect(html.match(/<strong>/g)).toHaveLength(300);
    expect(html.match(/<a /g)).toHaveLength(600);
  });
});

describe("safeLink", () => {
  it.each([
    ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["http://example.com", "http://example.com/"],
    ["mailto:someone@example.com", "mailto:someone@example.com"],
  ])("accepts %s", (address, link) => {
    expect(safeLink(address)).toBe(link);
  });

  it.each([
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
  ])("rejects %s", (address) => {
    expect(safeLink(address)).toBeNull();
  });
});
