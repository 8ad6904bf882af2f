import type { ApiOutputs } from "@app/api/root";
import { ActionIcon, Menu, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconArchive from "@tabler/icons-react/dist/esm/icons/IconArchive.mjs";
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconPencil from "@tabler/icons-react/dist/esm/icons/IconPencil.mjs";
import IconPin from "@tabler/icons-react/dist/esm/icons/IconPin.mjs";
import IconTrash from "@tabler/icons-react/dist/esm/icons/IconTrash.mjs";
import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC } from "~/trpc/client";
import { useRefreshSessions } from "./refresh-sessions";
import classes from "./session-list.module.css";

export type ChatSession = ApiOutputs["chat"]["sessions"]["items"][number];

/** Opens a dialog for a chat. `restoreFocus` returns the focus to the row's menu button when the dialog closes. */
type SessionAction = (session: ChatSession, restoreFocus: () => void) => void;

export interface SessionDaysProps {
  now: Date;
  currentId: string | null;
  onChoose?: (() => void) | undefined;
  onRename: SessionAction;
  onDelete: SessionAction;
}

/** Chats grouped by the day of their last message. */
export function SessionDays({
  sessions,
  emptyText,
  now,
  currentId,
  ...actions
}: SessionDaysProps & { sessions: readonly ChatSession[]; emptyText: string }) {
  const t = useTranslations("chat");
  if (sessions.length === 0) {
    return (
      <Text size="sm" c="dimmed" ta="center" py="sm">
        {emptyText}
      </Text>
    );
  }
  return groupByDay(sessions, now).map(({ day, sessions: sessionsOfDay }) => (
    <SessionGroup
      key={day}
      title={t(`day.${day}`)}
      sessions={sessionsOfDay}
      now={now}
      currentId={currentId}
      {...actions}
    />
  ));
}

/** Chats below a heading. */
export function SessionGroup({
  title,
  sessions,
  now: _now,
  currentId,
  ...actions
}: SessionDaysProps & { title: string; sessions: readonly ChatSession[] }) {
  const id = useId();
  return (
    <div>
      <Title order={2} id={id} className={classes["day"] ?? ""}>
        {title}
      </Title>
      <ul className={classes["rows"]} aria-labelledby={id}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} isCurrent={session.id === currentId} {...actions} />
        ))}
      </ul>
    </div>
  );
}

interface SessionRowProps extends Pick<SessionDaysProps, "onChoose" | "onRename" | "onDelete"> {
  session: ChatSession;
  isCurrent: boolean;
}

function SessionRow({ session, isCurrent, onChoose, onRename, onDelete }: SessionRowProps) {
  const t = useTranslations("chat");
  const path = useLocalePath();
  const menuButton = useRef<HTMLButtonElement>(null);
  const restoreFocus = () => menuButton.current?.focus();
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
            ref={menuButton}
            variant="subtle"
            color="gray"
            className={classes["more"] ?? ""}
            aria-label={t("more", { title: session.title })}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <OrganizeItems session={session} />
          <Menu.Item
            component="a"
            href={path(`/chat/${session.id}/export.md`)}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t("export")}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onRename(session, restoreFocus)}>
            {t("rename")}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onDelete(session, restoreFocus)}
          >
            {t("delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function OrganizeItems({ session: { id, isPinned, isArchived } }: { session: ChatSession }) {
  const t = useTranslations("chat");
  const trpc = useTRPC();
  const refreshSessions = useRefreshSessions();
  const { mutate } = useMutation(trpc.chat.organize.mutationOptions({ onSettled: refreshSessions }));
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

const DAY_MS = 24 * 60 * 60 * 1000;

const DAYS = ["today", "yesterday", "earlier"] as const;
type SessionDay = (typeof DAYS)[number];

interface DayOfSessions<Session> {
  day: SessionDay;
  sessions: Session[];
}

/** Groups sessions, latest first, by the UTC day of their last message, like all dates on the pages. */
export function groupByDay<Session extends { lastMessageAt: Date }>(
  sessions: readonly Session[],
  now: Date,
): DayOfSessions<Session>[] {
  const today = dayNumber(now);
  const dayOf = ({ lastMessageAt }: Session): SessionDay => {
    const daysAgo = today - dayNumber(lastMessageAt);
    if (daysAgo <= 0) return "today";
    return daysAgo === 1 ? "yesterday" : "earlier";
  };
  return DAYS.map((day) => ({ day, sessions: sessions.filter((session) => dayOf(session) === day) })).filter(
    (group) => group.sessions.length > 0,
  );
}

const dayNumber = (date: Date) => Math.floor(date.getTime() / DAY_MS);
