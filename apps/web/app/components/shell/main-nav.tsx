import { NavLink } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { navItems } from "./nav-items";
import type { Viewer } from "./viewer";

/** The main navigation, as a column. */
export function MainNav({ viewer, onChoose = () => undefined }: { viewer: Viewer; onChoose?: () => void }) {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t("mainNavigation")}>
      {navItems(viewer).map((item) => {
        const to = path(item.path);
        const isCurrent = pathname === to || pathname.startsWith(`${to}/`);
        return (
          <NavLink
            key={item.path}
            component={Link}
            to={to}
            label={t(`nav.${item.name}`)}
            leftSection={<item.Icon size={18} stroke={1.6} aria-hidden />}
            active={isCurrent}
            aria-current={isCurrent ? "page" : undefined}
            onClick={onChoose}
            style={{ borderRadius: "var(--mantine-radius-md)" }}
          />
        );
      })}
    </nav>
  );
}
