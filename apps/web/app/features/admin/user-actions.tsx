import { Button, Group, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type ComponentType, type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { useNotifyDone } from "~/ui/use-notify-done";
import { useReloadData } from "~/ui/use-reload-data";
import { ActionDialog, type AdminUser, type UserDialogProps, useNotifyLateActionFailure } from "./action-dialog";
import { AdjustCreditsDialog } from "./adjust-credits-dialog";
import { ChangePlanDialog } from "./change-plan-dialog";

/** Red text with enough contrast in both colour schemes. Mantine's plain red has too little. */
const DANGER_TEXT = "light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))";

type UserAction = "adjust" | "plan" | "role" | "ban" | "unban";

const DIALOGS: Record<UserAction, ComponentType<UserDialogProps>> = {
  adjust: AdjustCreditsDialog,
  plan: ChangePlanDialog,
  role: RoleDialog,
  ban: BanDialog,
  unban: UnbanDialog,
};

/** Buttons of all admin actions on a user. Each opens a dialog that explains the effect. */
export function UserActions({ user }: { user: AdminUser }) {
  const t = useTranslations("admin");
  const [openAction, setOpenAction] = useState<UserAction | null>(null);
  // An open dialog stays with what was typed in it, also when another administrator is faster.
  const banAction = openAction === "ban" || openAction === "unban" ? openAction : user.banned ? "unban" : "ban";
  // A result that comes late closes its own dialog only, not another one that was opened meanwhile.
  const close = (action: UserAction) => setOpenAction((current) => (current === action ? null : current));
  const actions: readonly UserAction[] = ["adjust", "plan", "role", banAction];
  return (
    <Group gap="xs">
      {actions.map((action) => {
        const Dialog = DIALOGS[action];
        return (
          <span key={action === "unban" ? "ban" : action}>
            <Button
              variant={action === "adjust" ? "filled" : "default"}
              size="sm"
              onClick={() => setOpenAction(action)}
              {...(action === "ban" ? { c: DANGER_TEXT } : {})}
            >
              {t(`userAction.${action}`)}
            </Button>
            <Dialog user={user} isOpen={openAction === action} onClose={() => close(action)} />
          </span>
        );
      })}
    </Group>
  );
}

/** Grants or revokes the admin role. */
function RoleDialog({ user, isOpen, onClose }: UserDialogProps) {
  const t = useTranslations("admin.roleChange");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const [shownRole, setShownRole] = useState(user.role);
  // While it is open the dialog keeps its meaning, also when another administrator changes the role.
  if (!isOpen && shownRole !== user.role) setShownRole(user.role);
  const isAdmin = shownRole === "admin";
  const change = useMutation(
    trpc.admin.users.changeRole.mutationOptions({
      onSuccess: () => {
        onClose();
        notifyDone(t("done"));
      },
      onError: useNotifyLateActionFailure(),
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
      mutation={change}
      onSubmit={onSubmit}
    >
      <Text size="sm">{t(isAdmin ? "revokeEffect" : "grantEffect", { email: user.email })}</Text>
    </ActionDialog>
  );
}

/** Bans a user permanently or until a given time. Takes effect with the next request. */
function BanDialog({ user, isOpen, onClose }: UserDialogProps) {
  const t = useTranslations("admin.ban");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const form = useForm({ initialValues: { reason: "", expires: "" } });
  const ban = useMutation(
    trpc.admin.users.ban.mutationOptions({
      onSuccess: () => {
        form.reset();
        onClose();
        notifyDone(t("done"));
      },
      onError: useNotifyLateActionFailure(),
    }),
  );
  return (
    <ActionDialog
      title={t("title")}
      submitLabel={t("submit")}
      isDangerous
      isOpen={isOpen}
      onClose={onClose}
      mutation={ban}
      onSubmit={form.onSubmit((values) => ban.mutate({ userId: user.id, ...values, seenBanned: user.banned }))}
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

/** Lifts a ban at once. */
function UnbanDialog({ user, isOpen, onClose }: UserDialogProps) {
  const t = useTranslations("admin.unban");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const reloadData = useReloadData();
  const notifyLateFailure = useNotifyLateActionFailure();
  const unban = useMutation(
    trpc.admin.users.unban.mutationOptions({
      onSuccess: () => {
        onClose();
        notifyDone(t("done"));
      },
      onError: (error) => {
        notifyLateFailure(error);
        // Shows the ban that has come meanwhile.
        reloadData();
      },
    }),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { banReason: reason, banExpires } = user;
    unban.mutate({ userId: user.id, seenBan: { reason, expires: banExpires?.toISOString() } });
  };
  return (
    <ActionDialog
      title={t("title")}
      submitLabel={t("submit")}
      isOpen={isOpen}
      onClose={onClose}
      mutation={unban}
      onSubmit={onSubmit}
    >
      <Text size="sm">{t("effect", { email: user.email })}</Text>
    </ActionDialog>
  );
}
