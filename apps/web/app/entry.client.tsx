import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { preloadMarkdown } from "./features/chat/lazy-markdown";
import { isAdminPath, loadMessages } from "./i18n/locale";
import { LocaleProvider } from "./i18n/page-language";
import { reportLoadFailure } from "./ui/lazy-component";
import { readStyleNonce } from "./ui/nonce";
import { provideSessionStorage } from "./ui/provide-session-storage";
import { preloadSignedInFrame } from "./ui/shell/lazy-signed-in-frame";

// Mantine's scroll lock reads the nonce of its style element from here.
Object.assign(window, { __webpack_nonce__: readStyleNonce() });
provideSessionStorage();

const locale = document.documentElement.lang;
const messages = loadMessages(locale, { isAdmin: isAdminPath(window.location.pathname) });
// Without the renderer, replies are shown as text, with LoadFailureNotice. The page would otherwise look whole and react to nothing.
const markdown = preloadMarkdown().catch(reportLoadFailure);
// Not a top-level await: the files that are loaded here import modules of this one's file, and would wait for it forever.
void Promise.all([messages, preloadSignedInFrame(), markdown]).then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <LocaleProvider locale={locale}>
          <RemixBrowser />
        </LocaleProvider>
      </StrictMode>,
    );
  }),
);
