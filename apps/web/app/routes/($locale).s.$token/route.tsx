import { AppError } from "@app/core/errors";
import { getSharedWork } from "@app/services/sharing/share-links";
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SharedPage } from "~/features/sharing/shared-page";
import { translatorOf } from "~/i18n/page-language";
import { requireLocale } from "~/server/auth/request-context.server";
import { pageTitle } from "~/ui/page-title";

/** Not found by search engines. Followed links do not tell the address, which is all that one needs to see the work. */
export const meta: MetaFunction<typeof loader> = ({ data, params }) => [
  ...pageTitle(translatorOf(params["locale"])(data ? `shared.${data.work.type}` : "errorPage.notFound")),
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" });

/** GET /s/:token: a shared work. The token is checked again for its file. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  requireLocale(params["locale"]);
  const token = params["token"] ?? "";
  try {
    const { deps, clientAddress } = context;
    return { work: await getSharedWork(deps.service, { token, clientAddress }), src: `/s/${token}/file` };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Response(null, { status: error.status });
  }
}

export default function Shared() {
  return <SharedPage {...useLoaderData<typeof loader>()} />;
}
