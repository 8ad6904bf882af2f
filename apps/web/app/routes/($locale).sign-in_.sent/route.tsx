import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { LinkSentPage } from "~/components/account/link-sent-page";
import { returnToLanguage } from "~/components/account/return-to-language.server";
import { pageTitle } from "~/components/page/page-title";
import { textOf } from "~/i18n/text-of";

export const meta: MetaFunction = ({ params }) => pageTitle(textOf(params["locale"])("auth.checkMail"));

export function loader(args: LoaderFunctionArgs) {
  returnToLanguage(args);
  return null;
}

export default function LinkSent() {
  return <LinkSentPage />;
}
