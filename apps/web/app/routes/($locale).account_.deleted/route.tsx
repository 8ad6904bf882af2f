import type { MetaFunction } from "@remix-run/node";
import { pageTitle } from "~/components/page/page-title";
import { DeletedPage } from "~/components/settings/deleted-page";
import { textOf } from "~/i18n/text-of";

export const meta: MetaFunction = ({ params }) => pageTitle(textOf(params["locale"])("account.deleted.title"));

export default DeletedPage;
