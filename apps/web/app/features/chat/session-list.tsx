import { Button, Skeleton, Stack, TextInput, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import IconArchive from "@tabler/icons-react/dist/esm/icons/IconArchive.mjs";
import IconArrowLeft from "@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs";
import IconNotes from "@tabler/icons-react/dist/esm/icons/IconNotes.mjs";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC, useTRPCClient } from "~/trpc/client";
import { FailureNotice } from "~/ui/failure-notice";
import { lazyComponent } from "~/ui/lazy-component";
import { useHasBeenTrue } from "~/ui/lazy-dialogs";
import { type ListPage, LoadMore, useInfiniteList } from "~/ui/load-more";
import { failureFromError } from "~/ui/read-failure";
import type { ChatSession } from "./chat-sessions";
import { SessionDays, type SessionDaysProps, SessionGroup } from "./session-days";
import classes from "./session-list.module.css";

export interface SessionListProps {
  first: ListPage<ChatSession>;
  pinned: readonly ChatSession[];
  /** Decides which day is "today". */
  now: Date;
  currentId: string | null;
  onChoose?: (() => void) | undefined;
}

// Loaded when first opened.
const RenameSessionDialog = lazyComponent(async () => (await import("./session-dialogs")).RenameSessionDialog);
const DeleteSessionDialog = lazyComponent(async () => (await import("./session-dialogs")).DeleteSessionDialog);
const InstructionsDialog = lazyComponent(async () => (await import("./instructions-dialog")).InstructionsDialog);

const FOOTER_BUTTON = {
  variant: "subtle",
  color: "gray",
  size: "compact-sm",
  justify: "flex-start",
  style: { flexShrink: 0 },
} as const;
const SEARCH_DEBOUNCE_MS = 250;
const SEARCH_MAX_CHARACTERS = 200;

/** The user's chats, most recent first, with a search and the archive. */
export function SessionList({ first, pinned, now, currentId, onChoose }: SessionListProps) {
  const t = useTranslations("chat");
  const api = useTRPCClient();
  const path = useLocalePath();
  const [searchText, setSearchText] = useState("");
  const [search] = useDebouncedValue(searchText.trim(), SEARCH_DEBOUNCE_MS);
  const pages = useInfiniteList(first, (cursor) => api.chat.sessions.query({ cursor }));
  const [isArchive, setIsArchive] = useState(false);
  const [isInstructing, instructions] = useDisclosure(false);
  const renameDialog = useSessionDialog();
  const deleteDialog = useSessionDialog();
  const hasInstructed = useHasBeenTrue(isInstructing);
  const hasRenamed = useHasBeenTrue(renameDialog.session !== null);
  const hasDeleted = useHasBeenTrue(deleteDialog.session !== null);
  const newChat = useRef<HTMLAnchorElement>(null);
  // In the next frame React has moved the row. Its menu button, which had the focus, is gone.
  const onOrganized = () =>
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) newChat.current?.focus();
    });
  const days = { now, currentId, onChoose, onOrganized, onRename: renameDialog.open, onDelete: deleteDialog.open };
  return (
    <Stack gap="xs" component="nav" aria-label={t("chats")} className={classes["list"] ?? ""}>
      <Button
        component={Link}
        ref={newChat}
        to={path("/chat")}
        variant="light"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={onChoose}
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
        value={searchText}
        onChange={(event) => setSearchText(event.currentTarget.value)}
      />
      <div className={classes["sessions"]}>
        {search === "" && !isArchive ? (
          <>
            {pinned.length > 0 ? <SessionGroup {...days} title={t("pinned")} sessions={pinned} /> : null}
            <SessionDays {...days} sessions={pages.items} emptyText={pinned.length > 0 ? "" : t("noChats")} />
            <LoadMore {...pages} />
          </>
        ) : (
          <FoundSessions {...days} search={search} isArchive={isArchive} />
        )}
      </div>
      <Button
        {...FOOTER_BUTTON}
        leftSection={isArchive ? <IconArrowLeft size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
        onClick={() => setIsArchive(!isArchive)}
      >
        {isArchive ? t("allChats") : t("archived")}
      </Button>
      <Button {...FOOTER_BUTTON} leftSection={<IconNotes size={16} aria-hidden />} onClick={instructions.open}>
        {t("instructions.title")}
      </Button>
      {hasInstructed ? <InstructionsDialog isOpen={isInstructing} onClose={instructions.close} /> : null}
      {hasRenamed ? <RenameSessionDialog session={renameDialog.session} onClose={renameDialog.close} /> : null}
      {hasDeleted ? (
        <DeleteSessionDialog
          session={deleteDialog.session}
          currentId={currentId}
          onClose={deleteDialog.close}
          onDeleted={() => newChat.current?.focus()}
        />
      ) : null}
    </Stack>
  );
}

/** The state of a dialog about a chat. The menu item that opened it is gone when it closes, so the focus is restored by hand. */
function useSessionDialog() {
  const [target, setTarget] = useState<{ session: ChatSession; restoreFocus: () => void } | null>(null);
  return {
    session: target?.session ?? null,
    open: (session: ChatSession, restoreFocus: () => void) => setTarget({ session, restoreFocus }),
    close: () => {
      setTarget(null);
      target?.restoreFocus();
    },
  };
}

const SKELETON_WIDTHS = ["80%", "65%", "90%", "55%"];

interface FoundSessionsProps extends SessionDaysProps {
  /** Empty for all. */
  search: string;
  isArchive: boolean;
}

/** The chats, or archived chats, whose title or messages contain the search text. */
function FoundSessions({ search, isArchive, ...days }: FoundSessionsProps) {
  const t = useTranslations("chat");
  const trpc = useTRPC();
  const results = useInfiniteQuery(
    trpc.chat.sessions.infiniteQueryOptions(
      { search: search || undefined, archived: isArchive || undefined },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  if (results.isPending) return <SearchSkeleton />;
  if (!results.data) return <FailureNotice failure={failureFromError(results.error)} />;
  const sessions = results.data.pages.flatMap(({ items }) => items);
  return (
    <>
      <VisuallyHidden role="status">{t("resultCount", { count: sessions.length })}</VisuallyHidden>
      <SessionDays
        {...days}
        sessions={sessions}
        emptyText={search === "" ? t("noArchived") : t("noResults", { search })}
      />
      <LoadMore
        nextCursor={results.data.pages.at(-1)?.nextCursor ?? null}
        isLoading={results.isFetchingNextPage}
        error={results.error}
        loadMore={() => void results.fetchNextPage()}
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
