import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadAuthForm } from "~/components/account/load-auth-form.server";
import { SignInPage } from "~/components/account/sign-in-page";
import { pageTitle } from "~/components/page/page-title";

export const meta: MetaFunction = () => pageTitle("Sign in");

export async function loader(args: LoaderFunctionArgs) {
  const { form, headers } = await loadAuthForm(args);
  const { env } = args.context.deps;
  const { searchParams } = new URL(args.request.url);
  const page = {
    form,
    providers: {
      google: Boolean(env.AUTH_GOOGLE_ID && env.AUTH_GOOGLE_SECRET),
      github: Boolean(env.AUTH_GITHUB_ID && env.AUTH_GITHUB_SECRET),
    },
    error: searchParams.get("error"),
  };
  return data(page, { headers });
}

export default function SignIn() {
  return <SignInPage {...useLoaderData<typeof loader>()} />;
}
