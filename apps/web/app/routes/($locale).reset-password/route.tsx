import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadReturnPath, submitResetPassword } from "~/features/account/password-reset.server";
import { ResetPasswordPage } from "~/features/account/password-reset-pages";
import { translatorOf } from "~/i18n/page-language";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("auth.resetTitle"));

export function loader(args: LoaderFunctionArgs) {
  return {
    token: new URL(args.request.url).searchParams.get("token") ?? "",
    callbackUrl: loadReturnPath(args),
  };
}

export const action = submitResetPassword;

export default function ResetPassword() {
  return <ResetPasswordPage {...useLoaderData<typeof loader>()} problem={useActionData<typeof action>() ?? null} />;
}
