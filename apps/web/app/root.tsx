import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorPage } from "./components/shell/error-page";
import { useNonce } from "./components/shell/nonce";
import { cssVariables, theme } from "./components/shell/theme";
import { localeOf } from "./i18n/locale";
import { ApiProvider } from "./trpc/client";

declare module "@remix-run/node" {
  // Loaders' types reach the pages as they are sent: dates stay dates.
  interface Future {
    v3_singleFetch: true;
  }
}

/** The title of pages that have none of their own, such as errors. */
export const meta: MetaFunction = () => [{ title: "Genmint" }];

export const links: LinksFunction = () => [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const locale = localeOf(useParams()["locale"]);
  return (
    <html lang={locale} {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <Notifications />
          {children}
        </MantineProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <ApiProvider>
      <Outlet />
    </ApiProvider>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
