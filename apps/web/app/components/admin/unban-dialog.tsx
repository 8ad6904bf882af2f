import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { ActionDialog } from "./deed-dialog";
import { useActionDone } from "./use-deed-done";
import type { UserActionProps } from "./user-deeds";

/** Lifts a ban. */
export function UnbanDialog({ user, isOpen, onClose }: UserActionProps) {
  const t = useTranslations("admin.unban");
  const trpc = useTRPC();
  const done = useActionDone();
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
    <ActionDialog
      title={t("title")}
      submitLabel={t("submit")}
      isOpen={isOpen}
      onClose={onClose}
      call={unban}
      onSubmit={onSubmit}
    >
      <Text size="sm">{t("effect", { email: user.email })}</Text>
    </ActionDialog>
  );
}
