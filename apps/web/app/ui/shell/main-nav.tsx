import { NavLink } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconHistory from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import IconHome from "@tabler/icons-react/dist/esm/icons/IconHome.mjs";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconShield from "@tabler/icons-react/dist/esm/icons/IconShield.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import classes from "./shell.module.css";
import type { Viewer } from "./viewer";

interface MainNavProps {
  viewer: Viewer;
  onChoose?: () => void;
}

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

const USER_ITEMS = [
  { path: "/dashboard", name: "dashboard", group: "overview", Icon: IconHome },
  { path: "/chat", name: "chat", group: "create", Icon: IconMessage },
  { path: "/image", name: "image", group: "create", Icon: IconPhoto },
  { path: "/video", name: "video", group: "create", Icon: IconVideo },
  { path: "/history", name: "history", group: "yours", Icon: IconHistory },
  { path: "/billing", name: "billing", group: "yours", Icon: IconCreditCard },
] as const;

const ADMIN_ITEM = { path: "/admin", name: "admin", group: "service", Icon: IconShield } as const;

/** The groups of the main navigation, in order. */
const NAV_GROUPS = ["overview", "create", "yours", "service"] as const;

/** The pages of the main navigation that the user may open. */
export function navItems(viewer: Viewer) {
  return viewer.role === "admin" ? [...USER_ITEMS, ADMIN_ITEM] : USER_ITEMS;
}
