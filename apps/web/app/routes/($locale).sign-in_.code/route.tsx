import type { MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { CodePage } from "~/components/account/code-page";
import { loadCodePage, submitCode } from "~/components/account/submit-code.server";
import { pageTitle } from "~/components/page/page-title";
import { textOf } from "~/i18n/text-of";

export const meta: MetaFunction = ({ params }) => pageTitle(textOf(params["locale"])("codePage.title"));

export const loader = loadCodePage;

export const action = submitCode;

export default function SignInCode() {
  return <CodePage problem={useActionData<typeof action>() ?? null} />;
}
