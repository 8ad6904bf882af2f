import { Button, Paper, Text } from "@mantine/core";
import { createPath, type Location, useBlocker, useNavigate, useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./offline-notice.module.css";

const RETRY_TIMEOUT_MS = 10_000;

/**
 * Says that the network is lost, and keeps the page. A link would load parts of the next page, and the browser would then show its own
 * error page; a form would be replaced by an error, with what was typed in it. While offline, both are kept for Retry instead.
 */
export function OfflineNotice() {
  const t = useTranslations("offline");
  const isOnline = useIsOnline();
  const [isRetrying, setIsRetrying] = useState(false);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  // What opens a page without a click on a link: forms, the command palette, the browser's own buttons.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (isBrowserOnline()) return false;
    // A form that is sent to its own page has the very same address.
    const isSame = createPath(currentLocation) === createPath(nextLocation);
    return isSame || !isSameExceptOpened(currentLocation, nextLocation);
  });
  useEffect(() => {
    if (isOnline) return;
    const keepPage = (event: MouseEvent) => {
      const target = addressOf(event);
      if (target === null || opensWork(target)) return;
      event.preventDefault();
      event.stopPropagation();
      // Also of a link that would load the whole document.
      navigate(target);
    };
    document.addEventListener("click", keepPage, { capture: true });
    return () => document.removeEventListener("click", keepPage, { capture: true });
  }, [isOnline, navigate]);
  const isWaiting = blocker.state === "blocked";
  if (isOnline && !isWaiting) return null;
  const retry = async () => {
    setIsRetrying(true);
    const isReachable = await canReachService();
    setIsRetrying(false);
    if (!isReachable) return;
    if (isWaiting) blocker.proceed();
    else revalidate();
  };
  return (
    <FixedNotice edge="bottom" title={t(isOnline ? "back" : "title")} text={t(isWaiting ? "textWithPage" : "text")}>
      <Button size="compact-md" loading={isRetrying} onClick={() => void retry()}>
        {t("retry")}
      </Button>
    </FixedNotice>
  );
}

interface FixedNoticeProps {
  edge: "top" | "bottom";
  title: string;
  text: string;
  /** A button. */
  children: ReactNode;
}

/** A notice that stays at an edge of the window; at the top it is below the header. */
export function FixedNotice({ edge, title, text, children }: FixedNoticeProps) {
  return (
    <Paper className={classes["notice"] ?? ""} data-edge={edge} withBorder shadow="md" role="status">
      <div>
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      </div>
      {children}
    </Paper>
  );
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, isBrowserOnline, () => true);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

function isBrowserOnline(): boolean {
  return navigator.onLine;
}

/** Whether two addresses show the same page, but for the opened work and how much of a list is loaded. Going from one to the other needs no connection. */
export function isSameExceptOpened(from: Pick<Location, "pathname" | "search">, to: typeof from): boolean {
  return from.pathname === to.pathname && withoutOpened(from.search) === withoutOpened(to.search);
}

function withoutOpened(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("id");
  params.delete("items");
  return params.toString();
}

/** The address that a click would open in this tab; null if it opens none, or one of another site or within the page. */
function addressOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const { origin, pathname, search, hash } = new URL(link.href, location.href);
  const isWithinPage = hash !== "" && pathname === location.pathname && search === location.search;
  if (link.target === "_blank" || origin !== location.origin || isWithinPage) return null;
  return `${pathname}${search}${hash}`;
}

/** Whether an address shows another work on this page. Its link needs no connection, and keeps the place on the page. */
function opensWork(address: string): boolean {
  const target = new URL(address, location.href);
  return target.search !== location.search && isSameExceptOpened(location, target);
}

/** Browsers call themselves online when they are merely connected to something, such as a Wi-Fi whose login page comes in place of every page. */
async function canReachService(): Promise<boolean> {
  try {
    const response = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(RETRY_TIMEOUT_MS) });
    const { status }: { status?: unknown } = await response.json();
    return status === "ok";
  } catch {
    return false;
  }
}
