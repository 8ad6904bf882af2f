import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useParams,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { ChatPriceProvider } from "~/features/credits/chat-price";
import { findLocale, localeOf } from "~/i18n/locale";
import { translatorOf } from "~/i18n/page-language";
import { suggestedLocale } from "~/i18n/suggested-locale";
import { apiCaller } from "~/trpc/caller.server";
import { ErrorMessage, ErrorPage, isNotFound } from "~/ui/error-page";
import { LanguageSuggestion } from "~/ui/language-suggestion";
import { LoadFailureNotice } from "~/ui/lazy-component";
import { isSameExceptOpened, OfflineNotice } from "~/ui/offline-notice";
import { pageTitle } from "~/ui/page-title";
import { AppFrame } from "~/ui/shell/app-frame";
import { DEFAULT_NAV_WIDTH, navWidthOf } from "~/ui/shell/nav-width";

/** @throws Response 404 with the same data for a first path segment that is no language, so that the error page has its frame */
export async function loader(args: LoaderFunctionArgs) {
  const frame = await loadFrame(args);
  if (findLocale(args.params["locale"]) === undefined) throw data(frame, { status: 404 });
  return frame;
}

async function loadFrame({ context, params, request }: LoaderFunctionArgs) {
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

/**
 * Opening or closing a work loads nothing, so both are done at once. A load that went on while the connection was lost kept a work open:
 * closing it was then a move to the page's own address, which `OfflineNotice` holds back.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
  // Not every move: one that changes how much of a list is loaded reads the balance, too.
  const isOther = currentUrl.searchParams.get("id") !== nextUrl.searchParams.get("id");
  return isOther && isSameExceptOpened(currentUrl, nextUrl) ? false : defaultShouldRevalidate;
};

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
  const loaded = useRouteLoaderData<typeof loader>("routes/($locale)");
  const thrown = frameOf(useRouteError());
  const known = loaded ?? thrown;
  if (!known) return <ErrorPage />;
  const { suggested: _suggested, chatPrice: _chatPrice, ...frame } = known;
  return (
    <AppFrame {...frame}>
      <ErrorMessage isSignedIn={frame.viewer !== null} />
      <OfflineNotice />
    </AppFrame>
  );
}

type Frame = ReturnType<typeof useLoaderData<typeof loader>>;

/** The frame's data in an error that this route's loader has thrown. */
function frameOf(error: unknown): Frame | null {
  const thrown: unknown = isRouteErrorResponse(error) ? error.data : null;
  return typeof thrown === "object" && thrown !== null && "viewer" in thrown ? (thrown as Frame) : null;
}
