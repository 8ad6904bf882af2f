import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadAuthForm } from "~/components/account/load-auth-form.server";
import { SignUpPage } from "~/components/account/sign-up-page";
import { submitSignUp } from "~/components/account/submit-sign-up.server";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("auth.signUp"));

export async function loader(args: LoaderFunctionArgs) {
  const { form, headers } = await loadAuthForm(args);
  return data({ form }, { headers });
}

export const action = submitSignUp;

export default function SignUp() {
  return <SignUpPage form={useLoaderData<typeof loader>().form} refusal={useActionData<typeof action>() ?? null} />;
}
