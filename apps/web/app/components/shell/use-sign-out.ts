import { notifications } from "@mantine/notifications";
import { useTranslations } from "use-intl/react";
import { fetchCsrfToken } from "~/components/account/fetch-csrf-token";
import { useLocalePath } from "~/i18n/use-locale-path";

/** Signs out and goes to the start page; says so where that fails. */
export function useSignOut(): () => void {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const tellFailed = () => notifications.show({ color: "red", title: t("stillSignedIn"), message: t("signOutFailed") });
  return () => void submitSignOut(path("/")).catch(tellFailed);
}

/** A form, since the answer leads to another page. Its token is fetched only now: a page needs none to be shown. */
async function submitSignOut(callbackUrl: string): Promise<void> {
  const fields = { csrfToken: await fetchCsrfToken(), callbackUrl };
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/api/auth/signout";
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
