import { Button } from "@mantine/core";
import { type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl/react";
import { FixedNotice, useIsOnline } from "./offline-notice";

/**
 * A component that is loaded when it is first rendered. If that fails, because the network is down or a new version has replaced the file,
 * it shows its fallback and LoadFailureNotice appears. React's `lazy` alone would replace the whole page by an error page.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { fallback?: ReactNode }> {
  const Lazy = lazy(async () => {
    const Loaded = await load().catch(reportLoadFailure);
    return {
      default: ({ props, fallback }: { props: Props; fallback: ReactNode }) =>
        Loaded ? <Loaded {...props} /> : fallback,
    };
  });
  return function LazyComponent({ fallback = null, ...props }) {
    return (
      <Suspense fallback={fallback}>
        {/* The rest is Props, which TypeScript cannot tell of a generic type. */}
        <Lazy props={props as Props} fallback={fallback} />
      </Suspense>
    );
  };
}

let hasFailed = false;
const listeners = new Set<() => void>();

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Logs that a part of the page could not be loaded, and shows LoadFailureNotice. */
export function reportLoadFailure(error: unknown): void {
  reportError(error);
  hasFailed = true;
  for (const listener of listeners) listener();
}

export const LOAD_FAILURE_ID = "load-failure";

/**
 * Asks to reload the page, because part of it could not be loaded. Some browsers never request a failed file again, so there is no Retry.
 * It stays until the reload, because what failed does nothing when it is opened again. It is at the top, so that it does not cover the
 * message field of a chat. While the browser is offline, OfflineNotice is shown instead.
 */
export function LoadFailureNotice() {
  const t = useTranslations("loadFailure");
  // Until the page is hydrated it is hidden, and an inline script of entry.server shows it.
  const isShown = useSyncExternalStore<boolean | null>(
    subscribe,
    () => hasFailed,
    () => null,
  );
  const isOnline = useIsOnline();
  if (isShown === false || !isOnline) return null;
  return (
    <div id={LOAD_FAILURE_ID} hidden={isShown === null}>
      <FixedNotice edge="top" title={t("title")} text={t("text")}>
        <Button size="compact-md" onClick={() => location.reload()}>
          {t("reload")}
        </Button>
      </FixedNotice>
    </div>
  );
}
