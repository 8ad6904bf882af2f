import { ActionIcon, Menu, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Link } from "@remix-run/react";
import IconCreditCard from "@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs";
import IconLogout from "@tabler/icons-react/dist/esm/icons/IconLogout.mjs";
import IconUser from "@tabler/icons-react/dist/esm/icons/IconUser.mjs";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl/react";
import { fetchCsrfToken } from "~/components/account/fetch-csrf-token";
import { useLocalePath } from "~/i18n/use-locale-path";
import type { Viewer } from "./viewer";

/** Who is signed in, and the way out. */
export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("shell");
  const path = useLocalePath();
  const tellSignOutFailed = () =>
    notifications.show({ color: "red", title: t("stillSignedIn"), message: t("signOutFailed") });
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t("account")}>
          <IconUser size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {viewer.name ? <Text size="sm">{viewer.name}</Text> : null}
          <Text size="xs" truncate>
            {viewer.email}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} to={path("/billing")} leftSection={<IconCreditCard size={16} aria-hidden />}>
          {t("nav.billing")}
        </Menu.Item>
        <form
          method="post"
          action="/api/auth/signout"
          onSubmit={(event) => void signOut(event).catch(tellSignOutFailed)}
        >
          <input type="hidden" name="csrfToken" />
          <input type="hidden" name="callbackUrl" value={path("/")} />
          <Menu.Item type="submit" closeMenuOnClick={false} leftSection={<IconLogout size={16} aria-hidden />}>
            {t("signOut")}
          </Menu.Item>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The token is fetched only now: a page does not need one to be shown. */
async function signOut(event: FormEvent<HTMLFormElement>): Promise<void> {
  event.preventDefault();
  const form = event.currentTarget;
  const field = form.elements.namedItem("csrfToken");
  if (field instanceof HTMLInputElement) field.value = await fetchCsrfToken();
  form.submit();
}
