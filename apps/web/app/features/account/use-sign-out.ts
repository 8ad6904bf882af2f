import { notifications } from "@mantine/notifications";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { submitSignOut } from "./submit-sign-out";

/** Signs out and goes to the start page. Shows a notification on failure. */
export function useSignOut(): () => void {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const notifyFailure = () =>
    notifications.show({ color: "red", title: t("stillSignedIn"), message: t("signOutFailed") });
  return () => void submitSignOut(path("/")).catch(notifyFailure);
}
