import { Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { BrandMark } from "./brand-mark";
import classes from "./shell.module.css";

/** The mark, and beside it the name where there is room. */
export function HomeLink() {
  const t = useTranslations("shell");
  const path = useLocalePath();
  return (
    <Link to={path("/")} className={classes["brand"]} aria-label={t("name")}>
      <BrandMark />
      <Text span fw={700} size="lg" visibleFrom="sm">
        {t("name")}
      </Text>
    </Link>
  );
}
