import { Link } from "@remix-run/react";
import classes from "./tab-links.module.css";

interface TabLinksProps {
  label: string;
  tabs: readonly { to: string; value: string; label: string }[];
  current: string;
}

/** Tabs that are pages of their own: links, so that each has an address. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  return (
    <nav aria-label={label} className={classes["bar"]}>
      {tabs.map(({ to, value, label: text }) => (
        <Link key={value} to={to} className={classes["tab"]} aria-current={value === current ? "page" : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
