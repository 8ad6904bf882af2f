import type { MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { SecondFactorPage } from "~/features/account/second-factor-page";
import { loadSecondFactorPage, submitSecondFactorCode } from "~/features/account/sign-in.server";
import { translatorOf } from "~/i18n/page-language";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("codePage.title"));

export const loader = loadSecondFactorPage;

export const action = submitSecondFactorCode;

export default function SignInCode() {
  return <SecondFactorPage problem={useActionData<typeof action>() ?? null} />;
}
