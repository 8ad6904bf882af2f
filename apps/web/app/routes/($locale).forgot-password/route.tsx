import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadReturnPath, submitForgotPassword } from "~/features/account/password-reset.server";
import { ForgotPasswordPage } from "~/features/account/password-reset-pages";
import { translatorOf } from "~/i18n/page-language";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("auth.forgotTitle"));

export const loader = (args: LoaderFunctionArgs) => ({ callbackUrl: loadReturnPath(args) });

export const action = submitForgotPassword;

export default function ForgotPassword() {
  return <ForgotPasswordPage {...useLoaderData<typeof loader>()} outcome={useActionData<typeof action>() ?? null} />;
}
