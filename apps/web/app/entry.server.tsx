import { PassThrough } from "node:stream";
import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { LOCALES, loadMessages, localeOfPath } from "./i18n/locale";
import { LocaleProvider } from "./i18n/page-language";
import type { RequestContext } from "./server/auth/request-context.server";
import { loggedPath } from "./server/http/request-log.server";
import { LOAD_FAILURE_ID } from "./ui/lazy-component";
import { NonceContext } from "./ui/nonce";

const RENDER_TIMEOUT_MS = 5_000;

/**
 * Shows LoadFailureNotice where a script of the first load cannot be loaded. React never runs then, and the page would look whole and react to
 * nothing. Hydration removes the notice.
 */
const WATCH_FIRST_LOAD = `
  for (const type of ["error", "unhandledrejection"])
    addEventListener(type, ({ target }) => {
      const notice = document.getElementById("${LOAD_FAILURE_ID}");
      if (!notice || (type === "error" && target.tagName !== "SCRIPT")) return;
      notice.hidden = false;
      notice.querySelector("button").onclick = () => location.reload();
    }, true);`;

/** Pages are printed in the light colour scheme: paper is white, and the light text of the dark one would be hard to read on it. */
const PRINT_LIGHT = `
  const page = document.documentElement.dataset;
  let scheme = page.mantineColorScheme;
  addEventListener("beforeprint", () => {
    scheme = page.mantineColorScheme;
    page.mantineColorScheme = "light";
  });
  addEventListener("afterprint", () => {
    page.mantineColorScheme = scheme;
  });`;

await Promise.all(LOCALES.map((locale) => loadMessages(locale, { isAdmin: true })));

/** Streams a page while it renders. Bots such as search engines get it complete, because they do not wait for streamed parts. */
export default function handleRequest(
  request: Request,
  statusCode: number,
  headers: Headers,
  remixContext: EntryContext,
  context: RequestContext,
): Promise<Response> {
  const waitForAll = isbot(request.headers.get("user-agent") ?? "");
  return new Promise((resolve, reject) => {
    let status = statusCode;
    const respond = () => {
      const body = new PassThrough();
      headers.set("Content-Type", "text/html; charset=utf-8");
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={context.nonce}>
        <LocaleProvider locale={localeOfPath(new URL(request.url).pathname)}>
          <RemixServer context={remixContext} url={request.url} abortDelay={RENDER_TIMEOUT_MS} nonce={context.nonce} />
        </LocaleProvider>
      </NonceContext.Provider>,
      {
        nonce: context.nonce,
        bootstrapScriptContent: `{${WATCH_FIRST_LOAD}${PRINT_LIGHT}}`,
        onShellReady: () => {
          if (!waitForAll) respond();
        },
        onAllReady: () => {
          if (waitForAll) respond();
        },
        onShellError: reject,
        onError: (error) => {
          status = 500;
          context.deps.service.log.error(
            { err: error, path: loggedPath(new URL(request.url).pathname) },
            "page could not be rendered",
          );
        },
      },
    );
    setTimeout(abort, RENDER_TIMEOUT_MS + 1_000).unref();
  });
}

/** Logs errors of loaders and actions. A response thrown on purpose is no error, nor is an unknown address. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isRefusal)
    context.deps.service.log.error({ err: error, path: loggedPath(new URL(request.url).pathname) }, "page failed");
}
