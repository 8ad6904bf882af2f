import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadShownMarkdown } from "./components/chat/answer-text";
import { loadShownFrame } from "./components/shell/load-signed-in-frame";
import { readStyleNonce } from "./components/shell/style-nonce";
import { DocumentLanguage } from "./i18n/document-language";
import { loadMessages } from "./i18n/locale";

// Where Mantine's scroll lock looks for the nonce of the style it adds.
Object.assign(window, { __webpack_nonce__: readStyleNonce() });

const locale = document.documentElement.lang;
await Promise.all([loadMessages(locale), loadShownFrame(), loadShownMarkdown()]);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <DocumentLanguage locale={locale}>
        <RemixBrowser />
      </DocumentLanguage>
    </StrictMode>,
  );
});
