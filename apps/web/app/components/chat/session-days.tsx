import { Text, Title } from "@mantine/core";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { groupByDay } from "./group-by-day";
import type { ChatSession } from "./session-list";
import classes from "./session-list.module.css";
import { SessionRow } from "./session-row";

/** Does something with a chat; `giveFocusBack` puts the focus where it was when that is over. */
type SessionAction = (session: ChatSession, giveFocusBack: () => void) => void;

export interface SessionDaysProps {
  now: Date;
  currentId: string | null;
  onChoose?: (() => void) | undefined;
  onRename: SessionAction;
  onDelete: SessionAction;
}

/** Chats by the day they were used last. */
export function SessionDays({
  sessions,
  whenEmpty,
  now,
  currentId,
  ...deeds
}: SessionDaysProps & { sessions: readonly ChatSession[]; whenEmpty: string }) {
  const t = useTranslations("chat");
  const id = useId();
  if (sessions.length === 0) {
    return (
      <Text size="sm" c="dimmed" ta="center" py="sm">
        {whenEmpty}
      </Text>
    );
  }
  return groupByDay(sessions, now).map(({ day, sessions: ofDay }) => (
    <div key={day}>
      <Title order={2} id={`${id}-${day}`} className={classes["day"] ?? ""}>
        {t(`day.${day}`)}
      </Title>
      <ul className={classes["rows"]} aria-labelledby={`${id}-${day}`}>
        {ofDay.map((session) => (
          <SessionRow key={session.id} session={session} isCurrent={session.id === currentId} {...deeds} />
        ))}
      </ul>
    </div>
  ));
}
