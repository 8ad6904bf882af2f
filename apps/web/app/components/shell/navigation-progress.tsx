import { useNavigation } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import classes from "./shell.module.css";

/** A thin bar while the next page is loaded. It keeps still for readers who want less motion. */
export function NavigationProgress() {
  const t = useTranslations("shell");
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div role="progressbar" aria-label={t("loading")} className={classes["progress"]} />;
}
