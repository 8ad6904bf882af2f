import type { MetaFunction } from "@remix-run/node";
import { pageTitle } from "~/components/page/page-title";
import { DeletedPage } from "~/components/settings/deleted-page";
import { translatorOf } from "~/i18n/text-of";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("account.deleted.title"));

export default DeletedPage;
