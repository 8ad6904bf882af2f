import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";

interface Work {
  id: string;
  isFavorite: boolean;
}

/** The favorites as this page has changed them. A change shows at once, and is taken back if the server refuses it. */
export function useFavorites() {
  const t = useTranslations("library");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const show = (ids: readonly string[], isFavorite: boolean) =>
    setChanges((current) => new Map([...current, ...ids.map((id) => [id, isFavorite] as const)]));
  const setFavorite = useMutation(
    trpc.history.setFavorite.mutationOptions({
      // One after the other, so that of two clicks the second is what stays.
      scope: { id: "favorites" },
      onMutate: ({ id, isFavorite }) => show([id], isFavorite),
      onSuccess: ({ id, isFavorite }) =>
        queryClient.setQueryData(trpc.history.get.queryKey({ id }), (work) => work && { ...work, isFavorite }),
      onError: (_error, { id, isFavorite }) => {
        show([id], !isFavorite);
        notifications.show({ message: t("favoriteFailed"), color: "red" });
      },
    }),
  );
  const isFavorite = (work: Work) => changes.get(work.id) ?? work.isFavorite;
  const toggle = (work: Work) => setFavorite.mutate({ id: work.id, isFavorite: !isFavorite(work) });
  return { isFavorite, toggle, show };
}

export type Favorites = ReturnType<typeof useFavorites>;
