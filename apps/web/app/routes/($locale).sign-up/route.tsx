import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadAuthForm, offeredProviders } from "~/features/account/sign-in.server";
import { submitSignUp } from "~/features/account/sign-up.server";
import { SignUpPage } from "~/features/account/sign-up-page";
import { translatorOf } from "~/i18n/page-language";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("auth.signUp"));

export async function loader(args: LoaderFunctionArgs) {
  const { form, headers } = await loadAuthForm(args);
  const { env, service } = args.context.deps;
  return data({ form, providers: offeredProviders(env), signUpCredits: service.config.signUpCredits }, { headers });
}

export const action = submitSignUp;

export default function SignUp() {
  return <SignUpPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>() ?? null} />;
}
