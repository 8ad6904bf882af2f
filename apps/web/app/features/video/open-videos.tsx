import type { ApiOutputs } from "@app/api/root";
import { VIDEO_POLL_GIVE_UP_MS, VIDEO_POLL_INTERVAL_MS } from "@app/core/video/decide-video-status";
import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Link, useLocation } from "@remix-run/react";
import { useQueries } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC } from "~/trpc/client";
import { failureFromError } from "~/ui/read-failure";
import { announceChange } from "~/ui/tab-changes";
import { useReloadData } from "~/ui/use-reload-data";
import { usePromptText } from "../generation/use-prompt-text";
import { progressOf, type ShownVideo, type VideoTask } from "./video-task";

interface OpenVideos {
  /** Videos that were in progress when the page loaded and those requested since, newest first. Includes those that have ended meanwhile. */
  videos: readonly ShownVideo[];
  /** Starts polling a video. Continues on other pages. */
  watch(task: VideoTask): void;
  /** Polls a video again that was polled for VIDEO_POLL_GIVE_UP_MS. */
  watchAgain(id: string): void;
  /** Drops videos that were deleted. */
  forget(ids: readonly string[]): void;
}

const OpenVideosContext = createContext<OpenVideos>({
  videos: [],
  watch: () => undefined,
  watchAgain: () => undefined,
  forget: () => undefined,
});

export const useOpenVideos = (): OpenVideos => useContext(OpenVideosContext);

const isEnded = (video: Pick<ShownVideo, "progress">) => video.progress.phase !== "open";

interface WatchedTask extends VideoTask {
  /** When the page began to poll it. */
  watchedSinceMs: number;
}

const hasTimedOut = ({ watchedSinceMs }: WatchedTask) => Date.now() - watchedSinceMs > VIDEO_POLL_GIVE_UP_MS;

const watched = (task: VideoTask): WatchedTask => ({ ...task, watchedSinceMs: Date.now() });

interface OpenVideosProviderProps {
  /** Videos in progress when the page was loaded. */
  open: ApiOutputs["video"]["open"];
  children: ReactNode;
}

/**
 * Polls the status of videos in progress until each has ended or VIDEO_POLL_GIVE_UP_MS have passed, and shows a notification at the end.
 * A hidden tab does not poll; it refetches when it becomes visible.
 */
export function OpenVideosProvider({ open, children }: OpenVideosProviderProps) {
  const trpc = useTRPC();
  const [tasks, setTasks] = useState<readonly WatchedTask[]>(() => open.map(asTask));
  // Loaded again, the page's data may name videos that another tab or a program has requested.
  useEffect(() => setTasks((current) => withNewTasks(current, open.map(asTask))), [open]);
  const statusQueries = useQueries({
    queries: tasks.map((task) =>
      trpc.video.status.queryOptions(
        { historyId: task.historyId, taskId: task.taskId },
        {
          staleTime: 0,
          // Never dropped from the cache, so that an ended video is not fetched again.
          gcTime: Number.POSITIVE_INFINITY,
          refetchOnWindowFocus: ({ state }) => progressOf(state.data).phase === "open",
          refetchOnReconnect: ({ state }) => progressOf(state.data).phase === "open",
          refetchInterval: ({ state }) =>
            progressOf(state.data).phase !== "open" || hasTimedOut(task) ? false : VIDEO_POLL_INTERVAL_MS,
        },
      ),
    ),
  });
  const videos = tasks.map((task, index): ShownVideo => {
    const query = statusQueries[index];
    const progress = progressOf(query?.data);
    const isUnknown = progress.phase === "open" && query?.isError === true;
    const { historyId: id, sinceMs, watchedSinceMs } = task;
    return {
      ...{ id, sinceMs, watchedSinceMs, request: task, isFavorite: false },
      progress: isUnknown ? { phase: "open", stage: stageOfFailure(query.error) } : progress,
    };
  });
  useVideoToasts(videos.filter(isEnded));
  const watch = useCallback((task: VideoTask) => setTasks((current) => withNewTasks(current, [watched(task)])), []);
  const watchAgain = useCallback(
    (id: string) => setTasks((current) => current.map((task) => (task.historyId === id ? watched(task) : task))),
    [],
  );
  const forget = useCallback(
    (ids: readonly string[]) => setTasks((current) => current.filter(({ historyId }) => !ids.includes(historyId))),
    [],
  );
  return (
    <OpenVideosContext.Provider value={{ videos, watch, watchAgain, forget }}>{children}</OpenVideosContext.Provider>
  );
}

const asTask = ({ elapsedSeconds, ...task }: ApiOutputs["video"]["open"][number]): WatchedTask =>
  watched({ ...task, sinceMs: Date.now() - elapsedSeconds * 1_000 });

/** Puts the videos that are not watched yet before the others. */
function withNewTasks(current: readonly WatchedTask[], found: readonly WatchedTask[]): readonly WatchedTask[] {
  const added = found.filter(({ historyId }) => current.every((task) => task.historyId !== historyId));
  return added.length === 0 ? current : [...added, ...current];
}

/** Shows one notification per ended video, with the video's id, except on the video page, which closes them. */
function useVideoToasts(ended: readonly ShownVideo[]): void {
  const t = useTranslations("video");
  const promptText = usePromptText();
  const path = useLocalePath();
  const { pathname } = useLocation();
  const reloadData = useReloadData();
  const notifiedIds = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, request, progress } of ended) {
      if (notifiedIds.current.has(id)) continue;
      notifiedIds.current.add(id);
      const isDone = progress.phase === "completed";
      // Reloads the page's data: it may show the video in progress, and a failed video may have been refunded.
      reloadData();
      announceChange();
      if (pathname === path("/video")) continue;
      notifications.show({
        id,
        color: isDone ? "mint" : "red",
        title: isDone ? t("toast.done") : t("toast.failed"),
        closeButtonProps: { "aria-label": t("toast.close") },
        autoClose: false,
        message: (
          <>
            {promptText(request.prompt)}{" "}
            <Anchor component={Link} to={path("/video")} inherit>
              {isDone ? t("toast.watch") : t("toast.look")}
            </Anchor>
          </>
        ),
      });
    }
  });
}

/** Why the status is not known. Without a session the polling goes on: the user may sign in again in another tab. */
const stageOfFailure = (error: unknown) =>
  failureFromError(error).kind === "sessionEnded" ? "signedOut" : "unreachable";
