import type { ApiOutputs } from "@app/api/root";
import { Button, Skeleton, Stack, TextInput, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC, useTRPCClient } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { type ListPage, LoadMore, useInfiniteList } from "~/ui/load-more";
import { failureFromError } from "~/ui/read-failure";
import { SessionDays, type SessionDaysProps } from "./session-days";
import { DeleteSessionDialog, RenameSessionDialog } from "./session-dialogs";
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

const SKELETON_WIDTHS = ["80%", "65%", "90%", "55%"];

/** The chats with a text in their title or in a message. */
function SessionSearchResults({ search, ...days }: SessionDaysProps & { search: string }) {
  const t = useTranslations("chat");
  const trpc = useTRPC();
  const found = useInfiniteQuery(
    trpc.chat.sessions.infiniteQueryOptions({ search }, { getNextPageParam: (page) => page.nextCursor }),
  );
  if (found.isPending) return <SearchSkeleton />;
  if (!found.data) return <FailureNotice failure={failureFromError(found.error)} />;
  const sessions = found.data.pages.flatMap(({ items }) => items);
  return (
    <>
      <VisuallyHidden role="status">{t("found", { count: sessions.length })}</VisuallyHidden>
      <SessionDays {...days} sessions={sessions} whenEmpty={t("nothingFound", { search })} />
      <LoadMore
        nextCursor={found.data.pages.at(-1)?.nextCursor ?? null}
        isLoading={found.isFetchingNextPage}
        error={found.error}
        loadMore={() => void found.fetchNextPage()}
      />
    </>
  );
}

function SearchSkeleton() {
  const t = useTranslations("chat");
  return (
    <Stack gap="md" p="xs">
      <VisuallyHidden role="status">{t("searching")}</VisuallyHidden>
      {SKELETON_WIDTHS.map((width) => (
        <Skeleton key={width} height={14} width={width} radius="sm" />
      ))}
    </Stack>
  );
}
