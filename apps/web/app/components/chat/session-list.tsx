import type { ApiOutputs } from "@app/api/root";
import { Button, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPCClient } from "~/trpc/client";
import { LoadMore } from "../page/load-more";
import { type ListPage, useInfiniteList } from "../page/use-pages";
import { DeleteSessionDialog } from "./delete-dialog";
import { SessionSearchResults } from "./found-sessions";
import { RenameSessionDialog } from "./rename-dialog";
import { SessionDays } from "./session-days";
import classes from "./session-list.module.css";

export type ChatSession = ApiOutputs["chat"]["sessions"]["items"][number];

export interface SessionListProps {
  first: ListPage<ChatSession>;
  /** Which day is today. */
  now: Date;
  currentId: string | null;
  onChoose?: (() => void) | undefined;
}

const TYPING_PAUSE_MS = 250;
const SEARCH_MAX_CHARACTERS = 200;

/** The reader's chats, the latest used first, and a search in them. */
export function SessionList({ first, ...shown }: SessionListProps) {
  const t = useTranslations("chat");
  const api = useTRPCClient();
  const path = useLocalePath();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const pages = useInfiniteList(first, (cursor) => api.chat.sessions.query({ cursor }));
  const renaming = useSessionDialog();
  const deleting = useSessionDialog();
  const newChat = useRef<HTMLAnchorElement>(null);
  const days = { ...shown, onRename: renaming.open, onDelete: deleting.open };
  return (
    <Stack gap="xs" component="nav" aria-label={t("chats")} className={classes["list"] ?? ""}>
      <Button
        component={Link}
        ref={newChat}
        to={path("/chat")}
        variant="light"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={shown.onChoose}
        style={{ flexShrink: 0 }}
      >
        {t("newChat")}
      </Button>
      <TextInput
        type="search"
        data-search
        aria-label={t("search")}
        placeholder={t("search")}
        maxLength={SEARCH_MAX_CHARACTERS}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes["sessions"]}>
        {search === "" ? (
          <>
            <SessionDays {...days} sessions={pages.items} whenEmpty={t("noChats")} />
            <LoadMore {...pages} />
          </>
        ) : (
          <SessionSearchResults {...days} search={search} />
        )}
      </div>
      <RenameSessionDialog session={renaming.session} onClose={renaming.close} />
      <DeleteSessionDialog
        session={deleting.session}
        currentId={shown.currentId}
        onClose={deleting.close}
        onDeleted={() => newChat.current?.focus()}
      />
    </Stack>
  );
}

/** Which chat a dialog is about. The menu it is opened from is gone when it closes, so the focus goes back by hand. */
function useSessionDialog() {
  const [about, setAbout] = useState<{ session: ChatSession; giveFocusBack: () => void } | null>(null);
  return {
    session: about?.session ?? null,
    open: (session: ChatSession, giveFocusBack: () => void) => setAbout({ session, giveFocusBack }),
    close: () => {
      setAbout(null);
      about?.giveFocusBack();
    },
  };
}
