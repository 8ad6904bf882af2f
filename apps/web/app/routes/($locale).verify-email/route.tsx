import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadVerification } from "~/components/account/load-verification.server";
import { VerificationPage } from "~/components/account/verification-page";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("verification.title"));

export const loader = loadVerification;

export default function VerifyEmail() {
  return <VerificationPage {...useLoaderData<typeof loader>()} />;
}
