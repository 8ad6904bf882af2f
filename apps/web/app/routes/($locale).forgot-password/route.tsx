import type { MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ForgotPasswordPage } from "~/components/account/forgot-password-page";
import { submitForgotPassword } from "~/components/account/submit-password-reset.server";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("auth.forgotTitle"));

export const action = submitForgotPassword;

export default function ForgotPassword() {
  return <ForgotPasswordPage outcome={useActionData<typeof action>() ?? null} />;
}
