import type { ApiOutputs } from "@app/api/root";
import { VIDEO_POLL_GIVE_UP_MS, VIDEO_POLL_INTERVAL_MS } from "@app/core/video/decide-video-status";
import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Link, useLocation, useRevalidator } from "@remix-run/react";
import { useQueries } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC } from "~/trpc/client";
import { progressOf, type ShownVideo, type VideoTask } from "./video-task";

interface OpenVideos {
  /** Those that were open when the reader came, and those asked for since; the newest first. */
  videos: readonly ShownVideo[];
  /** Looks after a video from here on, whatever page one is on. */
  watch(task: VideoTask): void;
}

const OpenVideosContext = createContext<OpenVideos>({ videos: [], watch: () => undefined });

export const useOpenVideos = (): OpenVideos => useContext(OpenVideosContext);

const isEnded = (video: Pick<ShownVideo, "progress">) => video.progress.phase !== "open";

interface OpenVideosProviderProps {
  /** Videos that were being made when the page was loaded. */
  open: ApiOutputs["video"]["open"];
  children: ReactNode;
}

/**
 * Asks for the status of open videos until each has ended, or for as long as is reasonable, and tells of the end where the reader is. A
 * hidden tab does not ask; it does when it is looked at again.
 */
export function OpenVideosProvider({ open, children }: OpenVideosProviderProps) {
  const trpc = useTRPC();
  const [tasks, setTasks] = useState<readonly VideoTask[]>(() =>
    open.map(({ elapsedSeconds, ...task }) => ({ ...task, sinceMs: Date.now() - elapsedSeconds * 1_000 })),
  );
  const [watchedSinceMs] = useState(() => new Map<string, number>());
  const isGivenUp = (historyId: string) => {
    const sinceMs = watchedSinceMs.get(historyId) ?? Date.now();
    watchedSinceMs.set(historyId, sinceMs);
    return Date.now() - sinceMs > VIDEO_POLL_GIVE_UP_MS;
  };
  const answers = useQueries({
    queries: tasks.map(({ historyId, taskId }) =>
      trpc.video.status.queryOptions(
        { historyId, taskId },
        {
          staleTime: 0,
          // Kept however long nothing looks at it: what has ended is not asked for again.
          gcTime: Number.POSITIVE_INFINITY,
          refetchOnWindowFocus: ({ state }) => progressOf(state.data).phase === "open",
          refetchOnReconnect: ({ state }) => progressOf(state.data).phase === "open",
          refetchInterval: ({ state }) =>
            progressOf(state.data).phase !== "open" || isGivenUp(historyId) ? false : VIDEO_POLL_INTERVAL_MS,
        },
      ),
    ),
  });
  const videos = tasks.map((task, index): ShownVideo => {
    const answer = answers[index];
    const told = progressOf(answer?.data);
    const isUnchecked = told.phase === "open" && answer?.isError === true;
    const { historyId: id, sinceMs } = task;
    return { id, sinceMs, asked: task, progress: isUnchecked ? { phase: "open", stage: "unreachable" } : told };
  });
  useVideoToasts(videos.filter(isEnded));
  const watch = useCallback((task: VideoTask) => setTasks((current) => [task, ...current]), []);
  return <OpenVideosContext.Provider value={{ videos, watch }}>{children}</OpenVideosContext.Provider>;
}

/** Tells of each video that ends, once, with the way to it; on the page that shows it anyway it stays silent. */
function useVideoToasts(ended: readonly ShownVideo[]): void {
  const t = useTranslations("video");
  const path = useLocalePath();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, asked, progress } of ended) {
      if (told.current.has(id)) continue;
      told.current.add(id);
      const isDone = progress.phase === "completed";
      // A failed video may be refunded: the header is to say so.
      if (!isDone) revalidate();
      if (pathname === path("/video")) continue;
      const toastId = `video-${id}`;
      notifications.show({
        id: toastId,
        color: isDone ? "mint" : "red",
        title: isDone ? t("toast.done") : t("toast.failed"),
        closeButtonProps: { "aria-label": t("toast.close") },
        autoClose: false,
        message: (
          <>
            {asked.prompt}{" "}
            <Anchor component={Link} to={path("/video")} inherit onClick={() => notifications.hide(toastId)}>
              {isDone ? t("toast.watch") : t("toast.look")}
            </Anchor>
          </>
        ),
      });
    }
  });
}
