import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { preloadMarkdown } from "./components/chat/answer-text";
import { preloadSignedInFrame } from "./components/shell/load-signed-in-frame";
import { readStyleNonce } from "./components/shell/style-nonce";
import { LocaleProvider } from "./i18n/document-language";
import { loadMessages } from "./i18n/locale";

// Where Mantine's scroll lock looks for the nonce of the style it adds.
Object.assign(window, { __webpack_nonce__: readStyleNonce() });

const locale = document.documentElement.lang;
await Promise.all([loadMessages(locale), preloadSignedInFrame(), preloadMarkdown()]);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <LocaleProvider locale={locale}>
        <RemixBrowser />
      </LocaleProvider>
    </StrictMode>,
  );
});
