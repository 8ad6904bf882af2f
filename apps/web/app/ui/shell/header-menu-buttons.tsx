import { ActionIcon, Avatar, UnstyledButton, VisuallyHidden } from "@mantine/core";
import IconLanguage from "@tabler/icons-react/dist/esm/icons/IconLanguage.mjs";
import { useTranslations } from "use-intl/react";
import { LazyMenu } from "~/ui/lazy-menu";
import classes from "./shell.module.css";
import type { Viewer } from "./viewer";

const loadAccountMenu = async () => (await import("./header-menus")).AccountMenu;
const loadLanguageMenu = async () => (await import("./header-menus")).LanguageMenu;

export function AccountMenuButton({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("shell");
  return (
    <LazyMenu
      load={loadAccountMenu}
      props={{ viewer }}
      button={
        <UnstyledButton className={classes["chip"] ?? ""}>
          <VisuallyHidden>{t("account")} </VisuallyHidden>
          <Avatar color="mint" size={34} radius="xl">
            {initialsOf(viewer)}
          </Avatar>
        </UnstyledButton>
      }
    />
  );
}

export function LanguageMenuButton() {
  const t = useTranslations("shell");
  return (
    <LazyMenu
      load={loadLanguageMenu}
      props={{}}
      button={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("language")}>
          <IconLanguage size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

const INITIALS_MAX = 2;

/** The avatar's text: the first letters of the name's first and last word, or of the email address. */
export function initialsOf(user: { name: string | null; email: string }): string {
  const words = (user.name ?? "").split(/\s+/u).filter((word) => word !== "");
  const initialWords = words.length > 0 ? [words[0], words.length > 1 ? words.at(-1) : undefined] : [user.email];
  return initialWords
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .slice(0, INITIALS_MAX)
    .join("")
    .toUpperCase();
}
