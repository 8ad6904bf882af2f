import { ActionIcon, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconDots from "@tabler/icons-react/dist/esm/icons/IconDots.mjs";
import { useId, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { LazyMenu } from "~/ui/lazy-menu";
import { useNow } from "~/ui/time";
import type { ChatSession } from "./chat-sessions";
import classes from "./session-list.module.css";

/** Opens a dialog for a chat. `restoreFocus` returns the focus to the row's menu button when the dialog closes. */
type SessionAction = (session: ChatSession, restoreFocus: () => void) => void;

export interface SessionDaysProps {
  now: Date;
  currentId: string | null;
  onChoose?: (() => void) | undefined;
  /** A chat has moved in the list, or left it. */
  onOrganized: () => void;
  onRename: SessionAction;
  onDelete: SessionAction;
}

/**
 * Chats grouped by the day of their last message. The server does not know the reader's time zone and groups by UTC days, which the
 * browser replaces after hydration.
 */
export function SessionDays({
  sessions,
  emptyText,
  now,
  currentId,
  ...actions
}: SessionDaysProps & { sessions: readonly ChatSession[]; emptyText: string }) {
  const t = useTranslations("chat");
  const localNow = useNow();
  const groups =
    localNow === null
      ? groupByDay(sessions, now, () => 0)
      : groupByDay(sessions, new Date(localNow), (date) => date.getTimezoneOffset());
  if (sessions.length === 0) {
    return (
      <Text size="sm" c="dimmed" ta="center" py="sm">
        {emptyText}
      </Text>
    );
  }
  return groups.map(({ day, sessions: sessionsOfDay }) => (
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

const loadSessionMenu = async () => (await import("./session-menu")).SessionMenu;

interface SessionRowProps extends Pick<SessionDaysProps, "onChoose" | "onOrganized" | "onRename" | "onDelete"> {
  session: ChatSession;
  isCurrent: boolean;
}

function SessionRow({ session, isCurrent, onChoose, onOrganized, onRename, onDelete }: SessionRowProps) {
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
      <LazyMenu
        load={loadSessionMenu}
        props={{
          session,
          onOrganized,
          onRename: () => onRename(session, restoreFocus),
          onDelete: () => onDelete(session, restoreFocus),
        }}
        button={
          <ActionIcon
            ref={menuButton}
            variant="subtle"
            color="gray"
            className={classes["more"] ?? ""}
            aria-label={t("more", { title: session.title })}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
      />
    </li>
  );
}

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const DAYS = ["today", "yesterday", "earlier"] as const;
type SessionDay = (typeof DAYS)[number];

interface DayOfSessions<Session> {
  day: SessionDay;
  sessions: Session[];
}

/**
 * Groups sessions, latest first, by the day of their last message.
 * @param offsetOf minutes from local time to UTC, as `getTimezoneOffset`
 */
export function groupByDay<Session extends { lastMessageAt: Date }>(
  sessions: readonly Session[],
  now: Date,
  offsetOf: (date: Date) => number,
): DayOfSessions<Session>[] {
  const dayNumber = (date: Date) => Math.floor((date.getTime() - offsetOf(date) * MINUTE_MS) / DAY_MS);
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
