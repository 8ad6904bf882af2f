import { notifications } from "@mantine/notifications";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { submitSignOut } from "./submit-sign-out";

/** Signs out and goes to the start page; says so where that fails. */
export function useSignOut(): () => void {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const tellFailed = () => notifications.show({ color: "red", title: t("stillSignedIn"), message: t("signOutFailed") });
  return () => void submitSignOut(path("/")).catch(tellFailed);
}
