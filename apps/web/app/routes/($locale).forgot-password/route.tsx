import type { MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { submitForgotPassword } from "~/features/account/password-reset.server";
import { ForgotPasswordPage } from "~/features/account/password-reset-pages";
import { translatorOf } from "~/i18n/page-language";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("auth.forgotTitle"));

export const action = submitForgotPassword;

export default function ForgotPassword() {
  return <ForgotPasswordPage outcome={useActionData<typeof action>() ?? null} />;
}
