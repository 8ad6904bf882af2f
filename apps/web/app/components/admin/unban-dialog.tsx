import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { DeedDialog } from "./deed-dialog";
import { useDeedDone } from "./use-deed-done";
import type { UserDeedProps } from "./user-deeds";

/** Lifts a ban. */
export function UnbanDialog({ user, isOpen, onClose }: UserDeedProps) {
  const t = useTranslations("admin.unban");
  const trpc = useTRPC();
  const done = useDeedDone();
  const unban = useMutation(
    trpc.admin.users.unban.mutationOptions({
      onSuccess: () => {
        onClose();
        done(t("done"));
      },
    }),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    unban.mutate({ userId: user.id });
  };
  return (
    <DeedDialog
      title={t("title")}
      submitLabel={t("submit")}
      isOpen={isOpen}
      onClose={onClose}
      call={unban}
      onSubmit={onSubmit}
    >
      <Text size="sm">{t("effect", { email: user.email })}</Text>
    </DeedDialog>
  );
}
