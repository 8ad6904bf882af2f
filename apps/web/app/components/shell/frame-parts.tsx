import { AppShell, Container } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./app-frame.module.css";
import { useFocusHeading } from "./use-focus-heading";

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
