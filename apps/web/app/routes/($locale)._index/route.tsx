import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LandingPage } from "~/components/landing/landing-page";

export const meta: MetaFunction = () => [
  { title: "Genmint · Chat, images and videos from one balance of credits" },
  { name: "description", content: "Buy credits as a plan or a pack and spend them on AI chat, images and videos." },
];

export async function loader({ context }: LoaderFunctionArgs) {
  const session = await context.session();
  return { isSignedIn: session.kind === "active" };
}

export default function Landing() {
  return <LandingPage isSignedIn={useLoaderData<typeof loader>().isSignedIn} />;
}
