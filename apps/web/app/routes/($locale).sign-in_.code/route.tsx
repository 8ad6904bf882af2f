import type { MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { SecondFactorPage } from "~/components/account/code-page";
import { loadSecondFactorPage, submitSecondFactorCode } from "~/components/account/submit-code.server";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("codePage.title"));

export const loader = loadSecondFactorPage;

export const action = submitSecondFactorCode;

export default function SignInCode() {
  return <SecondFactorPage problem={useActionData<typeof action>() ?? null} />;
}
