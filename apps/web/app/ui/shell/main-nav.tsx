import { Link, useLocation } from "@remix-run/react";
import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconHome from "@tabler/icons-react/dist/esm/icons/IconHome.mjs";
import IconLibraryPhoto from "@tabler/icons-react/dist/esm/icons/IconLibraryPhoto.mjs";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconShield from "@tabler/icons-react/dist/esm/icons/IconShield.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import classes from "./main-nav.module.css";
import type { Viewer } from "./viewer";

interface MainNavProps {
  viewer: Viewer;
  /** Shows small labels below the icons. */
  isRail?: boolean;
  onChoose?: () => void;
}

/** The links to the main pages. */
export function MainNav({ viewer, isRail = false, onChoose = () => undefined }: MainNavProps) {
  const t = useTranslations("shell");
  const items: readonly NavItem[] = navItems(viewer);
  return (
    <nav aria-label={t("mainNavigation")} className={classes["nav"]} data-rail={isRail || undefined}>
      {NAV_GROUPS.map((group) => {
        const members = items.filter((item) => item.group === group);
        if (members.length === 0) return null;
        return (
          <ul key={group} className={classes["list"]}>
            {members.map((item) => (
              <li key={item.path}>
                <NavItemLink item={item} onChoose={onChoose} />
              </li>
            ))}
          </ul>
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
    <Link to={to} aria-current={isCurrent ? "page" : undefined} onClick={onChoose} className={classes["item"]}>
      <item.Icon size={20} stroke={isCurrent ? 2 : 1.6} aria-hidden />
      <span className={classes["label"]}>{t(`nav.${item.name}`)}</span>
    </Link>
  );
}

const USER_ITEMS = [
  { path: "/dashboard", name: "dashboard", group: "create", Icon: IconHome },
  { path: "/chat", name: "chat", group: "create", Icon: IconMessage },
  { path: "/image", name: "image", group: "create", Icon: IconPhoto },
  { path: "/video", name: "video", group: "create", Icon: IconVideo },
  { path: "/history", name: "history", group: "account", Icon: IconLibraryPhoto },
  { path: "/billing", name: "billing", group: "account", Icon: IconCreditCard },
] as const;

const ADMIN_ITEM = { path: "/admin", name: "admin", group: "service", Icon: IconShield } as const;

/** The groups of the main navigation, in order. A line separates them. */
const NAV_GROUPS = ["create", "account", "service"] as const;

/** The pages of the main navigation that the user may open. */
export function navItems(viewer: Viewer) {
  return viewer.role === "admin" ? [...USER_ITEMS, ADMIN_ITEM] : USER_ITEMS;
}
