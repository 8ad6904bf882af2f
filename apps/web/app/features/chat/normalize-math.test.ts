import { describe, expect, it } from "vitest";
import { normalizeMath } from "./normalize-math";

describe("normalizeMath", () => {
  it.each([
    ["For $x^2 - 5x$ that is $x = 1$.", "For $$x^2 - 5x$$ that is $$x = 1$$."],
    [String.raw`Here \(a + b\) and \(c\)`, "Here $$a + b$$ and $$c$$"],
    [String.raw`So \[ \frac{1}{2} \] holds`, "So \n\n$$\n\\frac{1}{2}\n$$\n\n holds"],
    ["1. a\n   \\[ x +\n   y \\]", "1. a\n\n\n   $$\n   x +\n   y\n   $$\n\n"],
    ["$$\nx\n$$", "$$\nx\n$$"],
    [String.raw`$\$5$`, String.raw`$$\$5$$`],
  ])("writes the formulas of %j in double dollars", (text, expected) => {
    expect(normalizeMath(text)).toBe(expected);
  });

  it.each([
    "It costs $5 and $10.",
    "From $5 to $10",
    "US$5 or US$6",
    String.raw`A price of \$5, or 6\$`,
    "`$HOME` and `echo $PATH`",
    "```sh\necho $HOME $PATH\n[ $a = $b ]\n```",
    "```sh\necho $HOME is $b",
    "~~~\n\\(x\\)\n~~~",
    "1. Run\n\n    ```sh\n    sed 's/\\(a\\)/b/'\n    ```\n",
    "- a\n  - b\n    ~~~\n    \\[x\\]\n    ~~~\n",
    "10. ```sh\n    echo $a$\n    ```",
    "> ```sh\n> sed 's/\\(a\\)/b/'\n> ```",
    "$ x $",
    "A line with $one dollar\nand the next$ one",
  ])("keeps %j", (text) => {
    expect(normalizeMath(text)).toBe(text);
  });

  it("reads long text without an end of a formula in linear time", () => {
    for (const part of ["$a ", "\\(a ", "\\[a ", "`a ", "``` a ", "`", "\\(b\\)`", "- ", "\n> ", "1. "]) {
      const text = `\\(x\\) ${part.repeat(60_000 / part.length)}x`;
      const start = process.cpuUsage();
      normalizeMath(text);
      const { user, system } = process.cpuUsage(start);
      expect((user + system) / 1_000).toBeLessThan(2_000);
    }
  });
});
