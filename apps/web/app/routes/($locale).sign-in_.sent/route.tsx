import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { LinkSentPage } from "~/features/account/password-form";
import { redirectToLocale } from "~/features/account/sign-in.server";
import { translatorOf } from "~/i18n/page-language";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("auth.checkMail"));

export function loader(args: LoaderFunctionArgs) {
  redirectToLocale(args);
  return null;
}

export default function LinkSent() {
  return <LinkSentPage />;
}
