import { ActionIcon, Menu } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconDotsVertical from "@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { DisplayItems } from "./display-items";

/** What the header of a phone has no room for, for somebody who is signed out. */
export function VisitorMenu() {
  const t = useTranslations("shell");
  const path = useLocalePath();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" aria-label={t("more")}>
          <IconDotsVertical size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={path("/#pricing")}>
          {t("pricing")}
        </Menu.Item>
        <DisplayItems />
      </Menu.Dropdown>
    </Menu>
  );
}
