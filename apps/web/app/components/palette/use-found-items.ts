import { useNavigate } from "@remix-run/react";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconUser from "@tabler/icons-react/dist/esm/icons/IconUser.mjs";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Viewer } from "~/components/shell/viewer";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { useTRPC } from "~/trpc/client";
import { matchItems, type PaletteItem } from "./palette-item";

const CHATS_SHOWN_MAX = 5;
const USERS_SHOWN_MAX = 5;
/** One letter finds everybody. */
const USER_QUERY_MIN_CHARACTERS = 2;

/** What is not the same for everybody: one's latest chats by their titles, and users for administrators. */
export function useSearchItems(
  viewer: Viewer,
  query: string,
): { chats: PaletteItem[]; users: PaletteItem[]; isFinding: boolean } {
  const trpc = useTRPC();
  const path = useLocalePath();
  const format = useFormat();
  const navigate = useNavigate();
  const sessions = useQuery(trpc.chat.sessions.queryOptions({}));
  const findsUsers = viewer.role === "admin" && query.length >= USER_QUERY_MIN_CHARACTERS;
  const found = useQuery(
    trpc.admin.users.list.queryOptions({ search: query }, { enabled: findsUsers, placeholderData: keepPreviousData }),
  );
  const chats = (sessions.data?.items ?? []).map(({ id, title, lastMessageAt }) => ({
    id: `chat:${id}`,
    label: title,
    description: format.dateTime(lastMessageAt),
    Icon: IconMessage,
    run: () => navigate(path(`/chat/${id}`)),
  }));
  const users = (findsUsers ? (found.data?.items ?? []) : []).map(({ id, email, name }) => ({
    id: `user:${id}`,
    label: email,
    ...(name ? { description: name } : {}),
    Icon: IconUser,
    run: () => navigate(path(`/admin/users/${id}`)),
  }));
  return {
    chats: matchItems(chats, query).slice(0, CHATS_SHOWN_MAX),
    users: users.slice(0, USERS_SHOWN_MAX),
    isFinding: sessions.isLoading || (findsUsers && found.isFetching),
  };
}
