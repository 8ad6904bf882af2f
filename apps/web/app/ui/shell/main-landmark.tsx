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
  useFocusHeading();
  return (
    <AppShell.Main id={MAIN_ID} tabIndex={-1} className={classes["main"] ?? ""}>
      <Container size="lg" px={0}>
        {children}
      </Container>
    </AppShell.Main>
  );
}

/**
 * Focuses the h1 of the new page, or the main landmark if there is none, after a client-side navigation. Screen readers then announce the
 * page, and Tab continues in it. The focus stays where it is while the user is typing.
 */
function useFocusHeading(): void {
  const { pathname } = useLocation();
  const previousPathname = useRef(pathname);
  useEffect(() => {
    if (previousPathname.current === pathname) return;
    previousPathname.current = pathname;
    const main = document.getElementById(MAIN_ID);
    if (!main || isTyping(main)) return;
    const target = main.querySelector("h1") ?? main;
    target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
  }, [pathname]);
}

function isTyping(main: HTMLElement): boolean {
  const focused = document.activeElement;
  return main.contains(focused) && (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement);
}
