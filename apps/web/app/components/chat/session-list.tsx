import type { ApiOutputs } from "@app/api/root";
import { Button, NavLink, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconPlus from "@tabler/icons-react/dist/esm/icons/IconPlus.mjs";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPCClient } from "~/trpc/client";
import { LoadMore } from "../page/load-more";
import { type ListPage, usePages } from "../page/use-pages";

export type ChatSession = ApiOutputs["chat"]["sessions"]["items"][number];

interface SessionListProps {
  first: ListPage<ChatSession>;
  currentId: string | null;
  onChoose?: () => void;
}

/** The reader's chats, the latest used first. */
export function SessionList({ first, currentId, onChoose = () => undefined }: SessionListProps) {
  const api = useTRPCClient();
  const path = useLocalePath();
  const format = useFormat();
  const pages = usePages(first, (cursor) => api.chat.sessions.query({ cursor }));
  return (
    <Stack gap={4} component="nav" aria-label="Chats">
      <Button
        component={Link}
        to={path("/chat")}
        variant="light"
        mb="xs"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={onChoose}
      >
        New chat
      </Button>
      {pages.items.length === 0 ? (
        <Text size="sm" c="dimmed" ta="center" py="sm">
          Your chats appear here.
        </Text>
      ) : null}
      {pages.items.map((session) => (
        <NavLink
          key={session.id}
          component={Link}
          to={path(`/chat/${session.id}`)}
          label={session.title}
          description={format.date(session.lastMessageAt)}
          noWrap
          active={session.id === currentId}
          aria-current={session.id === currentId ? "page" : undefined}
          onClick={onChoose}
          style={{ borderRadius: "var(--mantine-radius-md)" }}
        />
      ))}
      <LoadMore {...pages} />
    </Stack>
  );
}
