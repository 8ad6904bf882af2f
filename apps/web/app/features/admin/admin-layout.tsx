import { Anchor } from "@mantine/core";
import { isRouteErrorResponse, Link, useLocation, useRouteError } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { PageHeader } from "~/ui/page-layout";
import classes from "./admin-layout.module.css";

const TABS = [
  { path: "/admin", name: "overview" },
  { path: "/admin/users", name: "users" },
  { path: "/admin/subscriptions", name: "subscriptions" },
  { path: "/admin/schedules", name: "schedules" },
  { path: "/admin/payments", name: "payments" },
  { path: "/admin/credits", name: "ledger" },
  { path: "/admin/webhooks", name: "webhooks" },
  { path: "/admin/audit", name: "audit" },
  { path: "/admin/system", name: "system" },
] as const;

/** Tab bar of the admin pages. Scrolls horizontally on narrow screens and keeps the current tab visible. */
export function AdminNav() {
  const t = useTranslations("admin");
  const path = useLocalePath();
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  const current = TABS.filter((tab) => isWithin(pathname, path(tab.path))).at(-1);
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>(`[data-tab="${current?.name}"]`);
    if (tab && bar.current) bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.clientWidth) / 2;
  }, [current?.name]);
  return (
    <nav aria-label={t("navigation")} className={classes["bar"]} ref={bar}>
      {TABS.map((tab) => (
        <Link
          key={tab.path}
          to={path(tab.path)}
          className={classes["tab"]}
          data-tab={tab.name}
          aria-current={tab === current ? "page" : undefined}
        >
          {t(`tab.${tab.name}`)}
        </Link>
      ))}
    </nav>
  );
}

function isWithin(pathname: string, tabPath: string): boolean {
  return pathname === tabPath || pathname.startsWith(`${tabPath}/`);
}

const NOT_FOUND = 404;

/**
 * Error boundary of the admin pages. The retry link is a plain anchor, so that it loads the whole page again. It leads to the first page of a
 * list, because the address may name a page that does not exist.
 */
export function AdminErrorNotice() {
  const t = useTranslations("admin.error");
  const error = useRouteError();
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === NOT_FOUND) return <PageHeader title={t("notFound")} />;
  const params = new URLSearchParams(search);
  params.delete("cursor");
  return (
    <>
      <PageHeader title={t("failed")} />
      <Anchor href={`${pathname}?${params}`}>{t("again")}</Anchor>
    </>
  );
}
