import { AppShell, Container } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./main-landmark.module.css";

export const HEADER_HEIGHT = 60;
const MAIN_ID = "main";

export function SkipLink() {
  const t = useTranslations("shell");
  return (
    <a href={`#${MAIN_ID}`} className={classes["skip"]}>
      {t("skip")}
    </a>
  );
}

export function MainLandmark({ children }: { children: ReactNode }) {
  useFocusHeading(MAIN_ID);
  return (
    <AppShell.Main id={MAIN_ID} tabIndex={-1} className={classes["main"] ?? ""}>
      <Container size="lg" px={0}>
        {children}
      </Container>
    </AppShell.Main>
  );
}

/**
 * Moves the focus to the new page's heading when the reader has gone to another page, as loading a document would: screen readers
 * say where one is, and the next Tab is in the page. Somebody who is writing is left alone.
 * @param mainId the main landmark, which is focused where a page has no heading
 */
function useFocusHeading(mainId: string): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById(mainId);
    if (!main || isWriting(main)) return;
    const target = main.querySelector("h1") ?? main;
    target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
  }, [pathname, mainId]);
}

function isWriting(main: HTMLElement): boolean {
  const focused = document.activeElement;
  return main.contains(focused) && (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement);
}
