import { ActionIcon, Menu } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import type { SessionDaysProps } from "./session-days";
import type { ChatSession } from "./session-list";
import classes from "./session-list.module.css";

interface SessionRowProps extends Pick<SessionDaysProps, "onChoose" | "onRename" | "onDelete"> {
  session: ChatSession;
  isCurrent: boolean;
}

/** A chat in the list, with what can be done with it. */
export function SessionRow({ session, isCurrent, onChoose, onRename, onDelete }: SessionRowProps) {
  const t = useTranslations("chat");
  const path = useLocalePath();
  const more = useRef<HTMLButtonElement>(null);
  const giveFocusBack = () => more.current?.focus();
  return (
    <li className={classes["row"]} data-current={isCurrent || undefined}>
      <Link
        to={path(`/chat/${session.id}`)}
        className={classes["link"] ?? ""}
        aria-current={isCurrent ? "page" : undefined}
        onClick={onChoose}
      >
        {session.title}
      </Link>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            ref={more}
            variant="subtle"
            color="gray"
            className={classes["more"] ?? ""}
            aria-label={t("more", { title: session.title })}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => onRename(session, giveFocusBack)}
          >
            {t("rename")}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onDelete(session, giveFocusBack)}
          >
            {t("delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
