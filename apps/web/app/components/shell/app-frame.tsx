import type { ApiOutputs } from "@app/api/root";
import { AppShell, Container, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { OpenVideosProvider } from "../video/open-videos";
import { PaletteProvider } from "~/components/palette/palette-provider";
import { OutOfCreditsProvider } from "../credits/out-of-credits";
import classes from "./app-frame.module.css";
import { AppHeader } from "./app-header";
import { BalanceProvider } from "./balance";
import { MainNav } from "./main-nav";
import { NavigationProgress } from "./navigation-progress";
import { useFocusHeading } from "./use-focus-heading";
import type { Viewer } from "./viewer";

const HEADER_HEIGHT = 60;
const NAV_WIDTH = 220;
const MAIN_ID = "main";

interface AppFrameProps {
  viewer: Viewer | null;
  openVideos: ApiOutputs["video"]["open"];
  children: ReactNode;
}

/** What surrounds every page: header, navigation and the main landmark. */
export function AppFrame({ viewer, openVideos, children }: AppFrameProps) {
  const t = useTranslations("shell");
  const [isMenuOpen, menu] = useDisclosure(false);
  useFocusHeading(MAIN_ID);
  return (
    <BalanceProvider viewer={viewer}>
      <PaletteProvider viewer={viewer}>
        <OutOfCreditsProvider>
        <a href={`#${MAIN_ID}`} className={classes["skip"]}>
          {t("skip")}
        </a>
        <NavigationProgress />
        <AppShell
          header={{ height: HEADER_HEIGHT }}
          navbar={{ width: NAV_WIDTH, breakpoint: "sm", collapsed: { mobile: true, desktop: viewer === null } }}
          padding="md"
        >
          <AppShell.Header px={{ base: "sm", sm: "md" }}>
            <AppHeader viewer={viewer} isMenuOpen={isMenuOpen} onMenuToggle={menu.toggle} />
          </AppShell.Header>
          {viewer ? (
            <>
              <AppShell.Navbar p="sm" visibleFrom="sm" component="div">
                <MainNav viewer={viewer} />
              </AppShell.Navbar>
              <Drawer
                opened={isMenuOpen}
                onClose={menu.close}
                title={t("menu")}
                size="xs"
                closeButtonProps={{ "aria-label": t("close") }}
              >
                <MainNav viewer={viewer} onChoose={menu.close} />
              </Drawer>
            </>
          ) : null}
          <AppShell.Main id={MAIN_ID} tabIndex={-1} className={classes["main"] ?? ""}>
            <Container size="lg" px={0}>
              <OpenVideosProvider key={viewer?.email} open={openVideos}>
                {children}
              </OpenVideosProvider>
            </Container>
          </AppShell.Main>
        </AppShell>
        </OutOfCreditsProvider>
      </PaletteProvider>
    </BalanceProvider>
  );
}
