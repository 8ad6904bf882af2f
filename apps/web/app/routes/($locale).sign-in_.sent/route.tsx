import type { MetaFunction } from "@remix-run/node";
import { LinkSentPage } from "~/components/account/link-sent-page";
import { pageTitle } from "~/components/page/page-title";

export const meta: MetaFunction = () => pageTitle("Check your mail");

export default function LinkSent() {
  return <LinkSentPage />;
}
