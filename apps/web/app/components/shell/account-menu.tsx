import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconKeyboard from "@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs";
import IconLogout from "@tabler/icons-react/dist/esm/icons/IconLogout.mjs";
import IconSettings from "@tabler/icons-react/dist/esm/icons/IconSettings.mjs";
import { useTranslations } from "use-intl/react";
import { usePalette } from "~/components/palette/palette-context";
import { useLocalePath } from "~/i18n/use-locale-path";
import { ThemeAndLanguageItems } from "./display-items";
import { initialsOf } from "./initials";
import classes from "./shell.module.css";
import { useSignOut } from "./use-sign-out";
import type { Viewer } from "./viewer";

const ICON = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

/** Who is signed in, what is theirs to set, and the way out. */
export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const palette = usePalette();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes["chip"] ?? ""}>
          <VisuallyHidden>{t("account")} </VisuallyHidden>
          <Avatar color="mint" size={34} radius="xl">
            {initialsOf(viewer)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {viewer.name ? (
            <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
              {viewer.name}
            </Text>
          ) : null}
          <Text size="xs" truncate>
            {viewer.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to={path("/account")} leftSection={<IconSettings {...ICON} />}>
          {t("settings")}
        </Menu.Item>
        <Menu.Item component={Link} to={path("/billing")} leftSection={<IconCreditCard {...ICON} />}>
          {t("nav.billing")}
        </Menu.Item>
        <Menu.Item visibleFrom="sm" leftSection={<IconKeyboard {...ICON} />} onClick={palette.showKeys}>
          {t("keys")}
        </Menu.Item>
        <ThemeAndLanguageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...ICON} />} onClick={signOut}>
          {t("signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
