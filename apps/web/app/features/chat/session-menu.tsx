import { Menu } from "@mantine/core";
import IconArchive from "@tabler/icons-react/dist/esm/icons/IconArchive.mjs";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconPin from "@tabler/icons-react/dist/esm/icons/IconPin.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC } from "~/trpc/client";
import type { LoadedMenuProps } from "~/ui/lazy-menu";
import { useNotifyFailure } from "~/ui/use-notify-done";
import { type ChatSession, useRefreshSessions } from "./chat-sessions";

interface SessionMenuProps {
  session: ChatSession;
  /** The chat has moved in the list, or left it. */
  onOrganized: () => void;
  onRename: () => void;
  onDelete: () => void;
}

/** What can be done with a chat of the list. */
export function SessionMenu(props: SessionMenuProps & LoadedMenuProps) {
  const { session, onOrganized, onRename, onDelete, button, ...state } = props;
  const t = useTranslations("chat");
  const path = useLocalePath();
  return (
    <Menu position="bottom-end" shadow="md" {...state}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <OrganizeItems session={session} onOrganized={onOrganized} />
        <Menu.Item
          component="a"
          href={path(`/chat/${session.id}/export.md`)}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("export")}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onRename}>
          {t("rename")}
        </Menu.Item>
        <Menu.Item
          // The plain red of Mantine's menus has too little contrast.
          color="var(--mantine-color-red-light-color)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDelete}
        >
          {t("delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function OrganizeItems({ session, onOrganized }: Pick<SessionMenuProps, "session" | "onOrganized">) {
  const { id, isPinned, isArchived } = session;
  const t = useTranslations("chat");
  const trpc = useTRPC();
  const refreshSessions = useRefreshSessions();
  const notifyFailure = useNotifyFailure();
  const { mutate } = useMutation(
    trpc.chat.organize.mutationOptions({
      onSettled: async () => {
        await refreshSessions();
        onOrganized();
      },
      onError: notifyFailure,
    }),
  );
  return (
    <>
      {isArchived ? null : (
        <Menu.Item
          leftSection={<IconPin size={16} aria-hidden />}
          onClick={() => mutate({ sessionId: id, pinned: !isPinned })}
        >
          {isPinned ? t("unpin") : t("pin")}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconArchive size={16} aria-hidden />}
        onClick={() => mutate({ sessionId: id, archived: !isArchived })}
      >
        {isArchived ? t("unarchive") : t("archive")}
      </Menu.Item>
    </>
  );
}
