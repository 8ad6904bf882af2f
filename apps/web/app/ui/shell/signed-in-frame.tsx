import type { ApiOutputs } from "@app/api/root";
import { ActionIcon, Alert, AppShell, Box } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useLocation } from "@remix-run/react";
import IconLayoutSidebar from "@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { REMINDER_HEIGHT, VerificationReminder } from "~/features/account/verification-reminder";
import { OutOfCreditsProvider } from "~/features/credits/out-of-credits";
import { PaletteProvider } from "~/features/palette/palette-provider";
import { OpenVideosProvider } from "~/features/video/open-videos";
import { useLocalePath } from "~/i18n/page-language";
import { ApiProvider } from "~/trpc/client";
import { lazyComponent } from "~/ui/lazy-component";
import { useOwnTab } from "~/ui/tab-owner";
import { SideDrawer } from "../lazy-dialogs";
import { SIGNED_IN_ATTRIBUTE } from "../preloadable";
import { AppHeader } from "./app-header";
import { HomeLink } from "./header-items";
import { HEADER_HEIGHT, MainLandmark, SkipLink } from "./main-landmark";
import { MainNav } from "./main-nav";
import { type NavWidth, rememberNavWidth } from "./nav-width";
import { NavigationProgress } from "./navigation-progress";
import classes from "./shell.module.css";
import { useFreshData } from "./use-fresh-data";
import { BalanceProvider, type Viewer } from "./viewer";

// Loaded after hydration: a notification shown earlier waits for it.
const NotificationArea = lazyComponent(async () => (await import("./notification-area")).NotificationArea);

const NAV_WIDTHS = { wide: 224, rail: 84 } as const satisfies Record<NavWidth, number>;

export interface SignedInFrameProps {
  viewer: Viewer;
  openVideos: ApiOutputs["video"]["open"];
  /** The width the user chose for the navigation. */
  navWidth: NavWidth;
  children: ReactNode;
}

/** The frame of every page of a signed-in user: providers, header, navigation and the main landmark. */
export function SignedInFrame({ viewer, openVideos, navWidth, children }: SignedInFrameProps) {
  const t = useTranslations("shell");
  const [isMenuOpen, menu] = useDisclosure(false);
  const navigation = useNavWidth(navWidth);
  const [isInteractive, setIsInteractive] = useState(false);
  useEffect(() => setIsInteractive(true), []);
  useOwnTab(viewer.email);
  return (
    <ApiProvider key={viewer.email}>
      <FreshData />
      {isInteractive ? <NotificationArea /> : null}
      <BalanceProvider viewer={viewer}>
        <PaletteProvider viewer={viewer}>
          <OutOfCreditsProvider>
            <SkipLink />
            <NavigationProgress />
            <AppShell
              {...{ [SIGNED_IN_ATTRIBUTE]: isInteractive ? "interactive" : "" }}
              header={{ height: HEADER_HEIGHT + (viewer.emailVerified ? 0 : REMINDER_HEIGHT) }}
              layout="alt"
              navbar={{ width: NAV_WIDTHS[navigation.width], breakpoint: "sm", collapsed: { mobile: true } }}
              padding="md"
            >
              <AppShell.Header>
                <Box h={HEADER_HEIGHT} px={{ base: "sm", sm: "md" }}>
                  <AppHeader viewer={viewer} isMenuOpen={isMenuOpen} onMenuToggle={menu.toggle} />
                </Box>
                {viewer.emailVerified ? null : <VerificationReminder email={viewer.email} />}
              </AppShell.Header>
              <AppShell.Navbar visibleFrom="sm" component="div" className={classes["navbar"] ?? ""}>
                <Box h={HEADER_HEIGHT} px="sm" className={classes["navbarHead"] ?? ""} data-width={navigation.width}>
                  <HomeLink to="/dashboard" isNameHidden={navigation.width === "rail"} />
                </Box>
                <div className={classes["navbarBody"]}>
                  <MainNav viewer={viewer} isRail={navigation.width === "rail"} />
                </div>
                {navigation.toggle ? <NavWidthToggle width={navigation.width} onToggle={navigation.toggle} /> : null}
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
                <noscript>
                  <Alert color="yellow" mb="md">
                    {t("needsJavaScript")}
                  </Alert>
                </noscript>
                <OpenVideosProvider open={openVideos}>{children}</OpenVideosProvider>
              </MainLandmark>
            </AppShell>
          </OutOfCreditsProvider>
        </PaletteProvider>
      </BalanceProvider>
    </ApiProvider>
  );
}

/** The width of the navigation, and a function that switches it. Chat has a sidebar of its own, so that there it is always a rail. */
function useNavWidth(initial: NavWidth): { width: NavWidth; toggle: (() => void) | null } {
  const [width, setWidth] = useState(initial);
  const { pathname } = useLocation();
  const chat = useLocalePath()("/chat");
  if (pathname === chat || pathname.startsWith(`${chat}/`)) return { width: "rail", toggle: null };
  const toggle = () => {
    const next = width === "wide" ? "rail" : "wide";
    setWidth(next);
    rememberNavWidth(next);
  };
  return { width, toggle };
}

function NavWidthToggle({ width, onToggle }: { width: NavWidth; onToggle: () => void }) {
  const t = useTranslations("shell");
  return (
    <div className={classes["navbarFoot"]} data-width={width}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t(width === "wide" ? "collapseNav" : "expandNav")}
        onClick={onToggle}
      >
        <IconLayoutSidebar size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Within the providers that it needs. */
function FreshData() {
  useFreshData();
  return null;
}
