import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { TabLinks } from "../page/tab-links";

const TABS = [
  { path: "/admin", label: "Overview" },
  { path: "/admin/users", label: "Users" },
  { path: "/admin/subscriptions", label: "Subscriptions" },
  { path: "/admin/credits", label: "Credits" },
  { path: "/admin/webhooks", label: "Webhooks" },
];

/** The administrators' own navigation above each of their pages. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const path = useLocalePath();
  const { pathname } = useLocation();
  const tabs = TABS.map((tab) => ({ to: path(tab.path), value: tab.path, label: tab.label }));
  const current = TABS.filter((tab) => isWithin(pathname, path(tab.path))).at(-1);
  return (
    <>
      <TabLinks label="Administration" tabs={tabs} current={current?.path ?? ""} />
      {children}
    </>
  );
}

function isWithin(pathname: string, tabPath: string): boolean {
  return pathname === tabPath || pathname.startsWith(`${tabPath}/`);
}
