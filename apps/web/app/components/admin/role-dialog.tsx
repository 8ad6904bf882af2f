import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { ActionDialog } from "./deed-dialog";
import { useActionDone } from "./use-deed-done";
import type { UserActionProps } from "./user-deeds";

/** Makes a user an administrator, or an administrator a user again. */
export function RoleDialog({ user, isOpen, onClose }: UserActionProps) {
  const t = useTranslations("admin.roleChange");
  const trpc = useTRPC();
  const done = useActionDone();
  const isAdmin = user.role === "admin";
  const change = useMutation(
    trpc.admin.users.changeRole.mutationOptions({
      onSuccess: () => {
        onClose();
        done(t("done"));
      },
    }),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ userId: user.id, role: isAdmin ? "user" : "admin" });
  };
  return (
    <ActionDialog
      title={t(isAdmin ? "revoke" : "grant")}
      submitLabel={t(isAdmin ? "revoke" : "grant")}
      isDangerous
      isOpen={isOpen}
      onClose={onClose}
      call={change}
      onSubmit={onSubmit}
    >
      <Text size="sm">{t(isAdmin ? "revokeEffect" : "grantEffect", { email: user.email })}</Text>
    </ActionDialog>
  );
}
