import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadAuthForm } from "~/components/account/load-auth-form.server";
import { SignUpPage } from "~/components/account/sign-up-page";
import { pageTitle } from "~/components/page/page-title";

export const meta: MetaFunction = () => pageTitle("Sign up");

export async function loader(args: LoaderFunctionArgs) {
  const { form, headers } = await loadAuthForm(args);
  return data({ form }, { headers });
}

export default function SignUp() {
  return <SignUpPage form={useLoaderData<typeof loader>().form} />;
}
