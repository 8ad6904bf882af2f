import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadVerification } from "~/features/account/sign-up.server";
import { VerificationPage } from "~/features/account/verification-page";
import { translatorOf } from "~/i18n/page-language";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("verification.title"));

export const loader = loadVerification;

export default function VerifyEmail() {
  return <VerificationPage {...useLoaderData<typeof loader>()} />;
}
