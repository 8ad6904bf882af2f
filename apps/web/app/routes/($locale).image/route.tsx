import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { ImagePage } from "~/components/image/image-page";
import { pageTitle } from "~/components/page/page-title";
import { requirePageUser } from "~/server/page-access.server";

export const meta: MetaFunction = () => pageTitle("Image");

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  return null;
}

export default function Image() {
  return <ImagePage />;
}
