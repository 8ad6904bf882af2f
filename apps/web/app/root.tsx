import "@fontsource-variable/bricolage-grotesque/wght.css";
import "@fontsource-variable/inter/wght.css";
import "./ui/fonts.css";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./ui/mantine.css";
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from "@mantine/core";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLocale } from "use-intl/react";
import { AlternateLanguageLinks } from "./ui/alternate-language-links";
import { ErrorPage } from "./ui/error-page";
import { useFocusInvalid, useKeepFocus } from "./ui/focus";
import { readStyleNonce, useNonce } from "./ui/nonce";
import { cssVariables, theme } from "./ui/theme";

declare module "@remix-run/node" {
  // With single fetch, pages get loader data with its types: dates stay dates.
  interface Future {
    v3_singleFetch: true;
  }
}

/** The title of pages without one of their own, such as errors. */
export const meta: MetaFunction = () => [{ title: "Genmint" }];

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export function loader({ context }: LoaderFunctionArgs) {
  return { origin: context.deps.env.APP_URL };
}

/** The origin never changes while a page is open. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const data = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang={useLocale()} {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {data ? <AlternateLanguageLinks origin={data.origin} /> : null}
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce || readStyleNonce()}
        >
          {children}
        </MantineProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  useFocusInvalid();
  useKeepFocus();
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
