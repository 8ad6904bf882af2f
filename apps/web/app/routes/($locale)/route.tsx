import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useParams, useRouteLoaderData } from "@remix-run/react";
import { ChatPriceProvider } from "~/features/credits/chat-price";
import { localeOf } from "~/i18n/locale";
import { translatorOf } from "~/i18n/page-language";
import { suggestedLocale } from "~/i18n/suggested-locale";
import { requireLocale } from "~/server/auth/request-context.server";
import { apiCaller } from "~/trpc/caller.server";
import { ErrorMessage, ErrorPage, isNotFound } from "~/ui/error-page";
import { LanguageSuggestion } from "~/ui/language-suggestion";
import { LoadFailureNotice } from "~/ui/lazy-component";
import { OfflineNotice } from "~/ui/offline-notice";
import { pageTitle } from "~/ui/page-title";
import { AppFrame } from "~/ui/shell/app-frame";
import { DEFAULT_NAV_WIDTH, navWidthOf } from "~/ui/shell/nav-width";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  requireLocale(params["locale"]);
  const suggested = suggestedLocale(request.headers, localeOf(params["locale"]));
  const chatPrice = context.deps.service.config.textModels[0].credits;
  const session = await context.session();
  if (session.kind !== "active")
    return { viewer: null, openVideos: [], navWidth: DEFAULT_NAV_WIDTH, suggested, chatPrice };
  const { name, email, emailVerified, role, credits } = session.actor;
  const openVideos = await (await apiCaller(context)).video.open();
  const navWidth = navWidthOf(request.headers.get("Cookie"));
  return { viewer: { name, email, emailVerified, role, credits }, openVideos, navWidth, suggested, chatPrice };
}

/** The title of a page that failed or does not exist. All others have one of their own. */
export const meta: MetaFunction = ({ error, params }) => {
  const t = translatorOf(params["locale"]);
  return error ? pageTitle(t(isNotFound(error) ? "errorPage.notFound" : "errorPage.failed")) : [{ title: "Genmint" }];
};

export default function LocaleLayout() {
  const { suggested, chatPrice, ...frame } = useLoaderData<typeof loader>();
  const current = localeOf(useParams()["locale"]);
  return (
    <ChatPriceProvider value={chatPrice}>
      <AppFrame {...frame}>
        {suggested === null ? null : <LanguageSuggestion locale={suggested} current={current} />}
        <Outlet />
        <OfflineNotice />
      </AppFrame>
      <LoadFailureNotice />
    </ChatPriceProvider>
  );
}

/** Shows the frame around a page that failed, unless the frame's own data could not be loaded. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>("routes/($locale)");
  if (!data) return <ErrorPage />;
  const { suggested: _suggested, chatPrice: _chatPrice, ...frame } = data;
  return (
    <AppFrame {...frame}>
      <ErrorMessage isSignedIn={frame.viewer !== null} />
      <OfflineNotice />
    </AppFrame>
  );
}
