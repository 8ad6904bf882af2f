import { useNavigate } from "@remix-run/react";
import IconSettings from "@tabler/icons-react/dist/esm/icons/IconSettings.mjs";
import { useTranslations } from "use-intl/react";
import { navItems } from "~/components/shell/nav-items";
import type { Viewer } from "~/components/shell/viewer";
import { useLocalePath } from "~/i18n/use-locale-path";
import type { PaletteItem } from "./palette-item";

/** The pages one can go to. */
export function usePageItems(viewer: Viewer): PaletteItem[] {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const navigate = useNavigate();
  const pages = navItems(viewer).map(({ path: to, name, Icon }) => ({ to, label: t(`nav.${name}`), Icon }));
  return [...pages, { to: "/account", label: t("settings"), Icon: IconSettings }].map(({ to, label, Icon }) => ({
    id: `page:${to}`,
    label,
    Icon,
    run: () => navigate(path(to)),
  }));
}
