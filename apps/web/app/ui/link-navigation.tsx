import { Button, Group, Text } from "@mantine/core";
import { Link, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./tab-links.module.css";

interface TabLinksProps {
  label: string;
  tabs: readonly { to: string; value: string; label: string }[];
  current: string;
}

/** Tabs as links: each tab has its own URL. */
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

interface FilterLinksProps {
  label: string;
  /** The URL parameter of the filter. */
  parameter: string;
  /** An empty value means no filter. */
  choices: readonly { value: string; label: string }[];
}

/** A filter as a row of links, each with its own URL. */
export function FilterLinks({ label, parameter, choices }: FilterLinksProps) {
  const params = useNextParams();
  const labelId = useId();
  const current = params.get(parameter) ?? "";
  return (
    <Group gap={4} role="group" aria-labelledby={labelId}>
      <Text size="sm" c="dimmed" id={labelId} mr={4}>
        {label}
      </Text>
      {choices.map((choice) => (
        <Button
          key={choice.value}
          component={Link}
          to={filterAddress(params, parameter, choice.value)}
          preventScrollReset
          className={classes["filter"] ?? ""}
          size="compact-sm"
          variant={choice.value === current ? "light" : "subtle"}
          color={choice.value === current ? "mint" : "gray"}
          aria-current={choice.value === current ? "true" : undefined}
        >
          {choice.label}
        </Button>
      ))}
    </Group>
  );
}

/** The URL with another filter, starting at the first page. */
function filterAddress(params: URLSearchParams, parameter: string, value: string): string {
  const next = new URLSearchParams(params);
  next.delete("cursor");
  if (value) next.set(parameter, value);
  else next.delete(parameter);
  return `?${next}`;
}

/** Links to the first and the next page of a list. */
export function PageLinks({ nextCursor }: { nextCursor: string | null }) {
  const t = useTranslations("page");
  const [params] = useSearchParams();
  const isFirst = !params.has("cursor");
  if (isFirst && nextCursor === null) return null;
  return (
    <Group justify="center" mt="md" component="nav" aria-label={t("pages")}>
      {isFirst ? null : (
        <Button component={Link} to={pageAddress(params, null)} variant="default">
          {t("firstPage")}
        </Button>
      )}
      {nextCursor === null ? null : (
        <Button component={Link} to={pageAddress(params, nextCursor)} variant="default">
          {t("nextPage")}
        </Button>
      )}
    </Group>
  );
}

function pageAddress(params: URLSearchParams, cursor: string | null): string {
  const next = new URLSearchParams(params);
  if (cursor === null) next.delete("cursor");
  else next.set("cursor", cursor);
  return `?${next}`;
}

/**
 * The parameters of the pending navigation within this page, otherwise the current ones. A second link followed before the
 * first has loaded thus keeps the changes of the first.
 */
export function useNextParams(): URLSearchParams {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const next = useNavigation().location;
  return next?.pathname === pathname ? new URLSearchParams(next.search) : params;
}
