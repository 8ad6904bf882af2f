import { useNavigation } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import classes from "./navigation-progress.module.css";

/** A thin bar at the top while the next page is loading. */
export function NavigationProgress() {
  const t = useTranslations("shell");
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div role="progressbar" aria-label={t("loading")} className={classes["progress"]} />;
}
