import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ResetPasswordPage } from "~/components/account/reset-password-page";
import { submitResetPassword } from "~/components/account/submit-password-reset.server";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("auth.resetTitle"));

export function loader({ request }: LoaderFunctionArgs) {
  return { token: new URL(request.url).searchParams.get("token") ?? "" };
}

export const action = submitResetPassword;

export default function ResetPassword() {
  return (
    <ResetPasswordPage token={useLoaderData<typeof loader>().token} problem={useActionData<typeof action>() ?? null} />
  );
}
