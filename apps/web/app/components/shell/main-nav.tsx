import { NavLink } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { NAV_GROUPS, navItems } from "./nav-items";
import classes from "./shell.module.css";
import type { Viewer } from "./viewer";

interface MainNavProps {
  viewer: Viewer;
  onChoose?: () => void;
}

/** The main navigation, as a column in groups. */
export function MainNav({ viewer, onChoose = () => undefined }: MainNavProps) {
  const t = useTranslations("shell");
  const id = useId();
  const items: readonly NavItem[] = navItems(viewer);
  return (
    <nav aria-label={t("mainNavigation")}>
      {NAV_GROUPS.map((group) => {
        const members = items.filter((item) => item.group === group);
        if (members.length === 0) return null;
        const hasHeading = group !== "overview";
        return (
          <div key={group}>
            {hasHeading ? (
              <div className={classes["group"]} id={`${id}${group}`}>
                {t(`navGroup.${group}`)}
              </div>
            ) : null}
            <ul className={classes["list"]} {...(hasHeading ? { "aria-labelledby": `${id}${group}` } : {})}>
              {members.map((item) => (
                <li key={item.path}>
                  <NavItemLink item={item} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

type NavItem = ReturnType<typeof navItems>[number];

function NavItemLink({ item, onChoose }: { item: NavItem; onChoose: () => void }) {
  const t = useTranslations("shell");
  const { pathname } = useLocation();
  const to = useLocalePath()(item.path);
  const isCurrent = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <NavLink
      component={Link}
      to={to}
      label={t(`nav.${item.name}`)}
      leftSection={<item.Icon size={18} stroke={isCurrent ? 2 : 1.6} aria-hidden />}
      active={isCurrent}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onChoose}
      className={classes["item"] ?? ""}
    />
  );
}
