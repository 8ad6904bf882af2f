import type { ApiOutputs } from "@app/api/root";
import { AppShell, Box, MantineThemeProvider } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl/react";
import { REMINDER_HEIGHT, VerificationReminder } from "~/features/account/verification-reminder";
import { OutOfCreditsProvider } from "~/features/credits/out-of-credits";
import { PaletteProvider } from "~/features/palette/palette-provider";
import { OpenVideosProvider } from "~/features/video/open-videos";
import { ApiProvider } from "~/trpc/client";
import { SideDrawer } from "../lazy-dialogs";
import { SIGNED_IN_ATTRIBUTE } from "../preloadable";
import { AppHeader } from "./app-header";
import { HEADER_HEIGHT, MainLandmark, SkipLink } from "./main-landmark";
import { MainNav } from "./main-nav";
import classes from "./shell.module.css";
import { BalanceProvider, type Viewer } from "./viewer";

const NAV_WIDTH = 220;

export interface SignedInFrameProps {
  viewer: Viewer;
  openVideos: ApiOutputs["video"]["open"];
  children: ReactNode;
}

/** The frame of every page of a signed-in user: providers, header, navigation and the main landmark. */
export function SignedInFrame({ viewer, openVideos, children }: SignedInFrameProps) {
  const t = useTranslations("shell");
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isInteractive, setIsInteractive] = useState(false);
  useEffect(() => setIsInteractive(true), []);
  return (
    <ApiProvider>
      <NamedNotifications />
      <BalanceProvider viewer={viewer}>
        <PaletteProvider viewer={viewer}>
          <OutOfCreditsProvider>
            <SkipLink />
            <NavigationProgress />
            <AppShell
              {...{ [SIGNED_IN_ATTRIBUTE]: isInteractive ? "interactive" : "" }}
              header={{ height: HEADER_HEIGHT + (viewer.emailVerified ? 0 : REMINDER_HEIGHT) }}
              navbar={{ width: NAV_WIDTH, breakpoint: "sm", collapsed: { mobile: true } }}
              padding="md"
            >
              <AppShell.Header>
                <Box h={HEADER_HEIGHT} px={{ base: "sm", sm: "md" }}>
                  <AppHeader viewer={viewer} isMenuOpen={isMenuOpen} onMenuToggle={menu.toggle} />
                </Box>
                {viewer.emailVerified ? null : <VerificationReminder email={viewer.email} />}
              </AppShell.Header>
              <AppShell.Navbar p="sm" visibleFrom="sm" component="div">
                <MainNav viewer={viewer} />
              </AppShell.Navbar>
              <SideDrawer
                opened={isMenuOpen}
                onClose={menu.close}
                title={t("menu")}
                size="xs"
                closeButtonProps={{ "aria-label": t("close") }}
              >
                <MainNav viewer={viewer} onChoose={menu.close} />
              </SideDrawer>
              <MainLandmark>
                <OpenVideosProvider key={viewer.email} open={openVideos}>
                  {children}
                </OpenVideosProvider>
              </MainLandmark>
            </AppShell>
          </OutOfCreditsProvider>
        </PaletteProvider>
      </BalanceProvider>
    </ApiProvider>
  );
}

/** Mantine's notifications, with an accessible name for their close buttons. */
function NamedNotifications() {
  const t = useTranslations("shell");
  const theme = useMemo(
    () => ({ components: { Notification: { defaultProps: { closeButtonProps: { "aria-label": t("close") } } } } }),
    [t],
  );
  return (
    <MantineThemeProvider theme={theme}>
      <Notifications />
    </MantineThemeProvider>
  );
}

/** A thin bar at the top while the next page is loading. */
function NavigationProgress() {
  const t = useTranslations("shell");
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div role="progressbar" aria-label={t("loading")} className={classes["progress"]} />;
}
