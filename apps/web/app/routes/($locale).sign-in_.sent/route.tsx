import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { LinkSentPage } from "~/components/account/link-sent-page";
import { redirectToLocale } from "~/components/account/return-to-language.server";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("auth.checkMail"));

export function loader(args: LoaderFunctionArgs) {
  redirectToLocale(args);
  return null;
}

export default function LinkSent() {
  return <LinkSentPage />;
}
