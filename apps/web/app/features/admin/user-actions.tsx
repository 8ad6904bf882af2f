import type { ApiOutputs } from "@app/api/root";
import { Button, Group, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type ComponentType, type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { ActionDialog, useActionDone } from "./action-dialog";
import { AdjustCreditsDialog } from "./adjust-credits-dialog";
import { ChangePlanDialog } from "./change-plan-dialog";

/** Makes a user an administrator, or an administrator a user again. */
function RoleDialog({ user, isOpen, onClose }: UserActionProps) {
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

/** Bans a user from the next request on, for good or until a time to come. */
function BanDialog({ user, isOpen, onClose }: UserActionProps) {
  const t = useTranslations("admin.ban");
  const trpc = useTRPC();
  const done = useActionDone();
  const form = useForm({ initialValues: { reason: "", expires: "" } });
  const ban = useMutation(
    trpc.admin.users.ban.mutationOptions({
      onSuccess: () => {
        form.reset();
        onClose();
        done(t("done"));
      },
    }),
  );
  return (
    <ActionDialog
      title={t("title")}
      submitLabel={t("submit")}
      isDangerous
      isOpen={isOpen}
      onClose={onClose}
      call={ban}
      onSubmit={form.onSubmit((values) => ban.mutate({ userId: user.id, ...values }))}
    >
      <Text size="sm">{t("effect", { email: user.email })}</Text>
      <TextInput label={t("reason")} maxLength={500} data-autofocus {...form.getInputProps("reason")} />
      <TextInput
        label={t("ends")}
        description={t("endsHint")}
        type="datetime-local"
        {...form.getInputProps("expires")}
      />
    </ActionDialog>
  );
}

/** Lifts a ban. */
function UnbanDialog({ user, isOpen, onClose }: UserActionProps) {
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

export type AdminUser = ApiOutputs["admin"]["users"]["get"]["user"];

export interface UserActionProps {
  user: AdminUser;
  isOpen: boolean;
  onClose: () => void;
}

/** Readable in both schemes, which the plain colour is not. */
const DANGER_TEXT = "light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))";

type UserAction = "adjust" | "plan" | "role" | "ban" | "unban";

const DIALOGS: Record<UserAction, ComponentType<UserActionProps>> = {
  adjust: AdjustCreditsDialog,
  plan: ChangePlanDialog,
  role: RoleDialog,
  ban: BanDialog,
  unban: UnbanDialog,
};

/** What an administrator can do to a user, each in a dialog that says what it will mean. */
export function UserActions({ user }: { user: AdminUser }) {
  const t = useTranslations("admin");
  const [open, setOpen] = useState<UserAction | null>(null);
  const deeds: readonly UserAction[] = ["adjust", "plan", "role", user.banned ? "unban" : "ban"];
  return (
    <Group gap="xs">
      {deeds.map((deed) => {
        const Dialog = DIALOGS[deed];
        return (
          <span key={deed === "unban" ? "ban" : deed}>
            <Button
              variant={deed === "adjust" ? "filled" : "default"}
              size="sm"
              onClick={() => setOpen(deed)}
              {...(deed === "ban" ? { c: DANGER_TEXT } : {})}
            >
              {t(`deed.${deed}`)}
            </Button>
            <Dialog user={user} isOpen={open === deed} onClose={() => setOpen(null)} />
          </span>
        );
      })}
    </Group>
  );
}
