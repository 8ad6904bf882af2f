import type { MetaFunction } from "@remix-run/node";
import { DeletedPage } from "~/features/settings/deleted-page";
import { translatorOf } from "~/i18n/page-language";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("account.deleted.title"));

export default DeletedPage;
