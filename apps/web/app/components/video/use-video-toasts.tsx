import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Link, useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import type { ShownVideo } from "./video-task";

/** Tells of each video that ends, once, with the way to it; on the page that shows it anyway it stays silent. */
export function useVideoToasts(ended: readonly ShownVideo[]): void {
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
