import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadAuthForm, offeredProviders, redirectToLocale } from "~/features/account/sign-in.server";
import { SignInPage } from "~/features/account/sign-in-page";
import { translatorOf } from "~/i18n/page-language";
import { findBanOfVisitor } from "~/server/auth/ban-ticket.server";
import { demoSignIns } from "~/server/auth/demo-accounts.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("auth.signIn"));

export async function loader(args: LoaderFunctionArgs) {
  const { env } = args.context.deps;
  const { searchParams } = new URL(args.request.url);
  const error = searchParams.get("error");
  if (error !== null) redirectToLocale(args);
  const { form, headers } = await loadAuthForm(args);
  const page = {
    form,
    providers: offeredProviders(env),
    error,
    ban: await findBanOfVisitor(args),
    demoAccounts: demoSignIns(env),
  };
  return data(page, { headers });
}

export default function SignIn() {
  return <SignInPage {...useLoaderData<typeof loader>()} />;
}
