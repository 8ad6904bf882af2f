import type { ApiOutputs } from "@app/api/root";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "~/trpc/client";
import { useReloadData } from "~/ui/use-reload-data";

export type ChatSession = ApiOutputs["chat"]["sessions"]["items"][number];

/** Reloads the lists of chats: that of the page and those of searches. */
export function useRefreshSessions(): () => Promise<void> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const reloadData = useReloadData();
  return async () => {
    reloadData();
    await queries.invalidateQueries(trpc.chat.pathFilter());
  };
}
