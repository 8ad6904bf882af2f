import compile from "icu-minify/compile";
import type { Plugin } from "vite";

const MESSAGES_FILE = /\/i18n\/messages\/(?:admin\/)?[\w-]+\.json$/;

interface Texts {
  [key: string]: string | Texts;
}

interface CompiledTexts {
  [key: string]: ReturnType<typeof compile> | CompiledTexts;
}

/** Parses the texts of the interface at build time, so that browsers need not download the parser. */
export function compileMessages(): Plugin {
  return {
    name: "genmint:compile-messages",
    apply: "build",
    enforce: "pre",
    config: () => ({
      resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: "use-intl/format-message/format-only" }] },
      // The server renders pages with the same compiled texts.
      ssr: { noExternal: ["use-intl"] },
    }),
    transform: (code, id) => (MESSAGES_FILE.test(id) ? JSON.stringify(compileAll(JSON.parse(code))) : null),
  };
}

function compileAll(texts: Texts): CompiledTexts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === "string" ? compile(text) : compileAll(text)]),
  );
}
