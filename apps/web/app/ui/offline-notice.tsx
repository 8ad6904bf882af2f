import { Button, Paper, Text } from "@mantine/core";
import { useNavigate, useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./offline-notice.module.css";

const RETRY_TIMEOUT_MS = 10_000;

/**
 * Says that the network is lost, and keeps the page. A link would load parts of the next page, and the browser would then show its own
 * error page: while offline, the address is kept for Retry instead.
 */
export function OfflineNotice() {
  const t = useTranslations("offline");
  const isOnline = useIsOnline();
  const [address, setAddress] = useState<string | null>(null);
  const [isRetrying, setIsRetrying] = useState(false);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (isOnline) return;
    const keepPage = (event: MouseEvent) => {
      const target = addressOf(event);
      if (target === null) return;
      event.preventDefault();
      event.stopPropagation();
      setAddress(target);
    };
    document.addEventListener("click", keepPage, { capture: true });
    return () => document.removeEventListener("click", keepPage, { capture: true });
  }, [isOnline]);
  if (isOnline && address === null) return null;
  const retry = async () => {
    setIsRetrying(true);
    const isReachable = await canReachService();
    setIsRetrying(false);
    if (!isReachable) return;
    setAddress(null);
    if (address === null) revalidate();
    else navigate(address);
  };
  return (
    <FixedNotice
      edge="bottom"
      title={t(isOnline ? "back" : "title")}
      text={t(address === null ? "text" : "textWithPage")}
    >
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

/** The address that a click would open in this tab; null if it opens none, or one of another site or within the page. */
function addressOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const { origin, pathname, search, hash } = new URL(link.href, location.href);
  const isWithinPage = hash !== "" && pathname === location.pathname && search === location.search;
  if (link.target === "_blank" || origin !== location.origin || isWithinPage) return null;
  return `${pathname}${search}${hash}`;
}

/** Browsers call themselves online when they are merely connected to something. */
function canReachService(): Promise<boolean> {
  return fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(RETRY_TIMEOUT_MS) }).then(
    (response) => response.ok,
    () => false,
  );
}
