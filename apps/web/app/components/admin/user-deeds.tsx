import type { ApiOutputs } from "@app/api/root";
import { Button, Group } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { useTranslations } from "use-intl/react";
import { AdjustCreditsDialog } from "./adjust-credits-dialog";
import { BanDialog } from "./ban-dialog";
import { ChangePlanDialog } from "./change-plan-dialog";
import { RoleDialog } from "./role-dialog";
import { UnbanDialog } from "./unban-dialog";

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
