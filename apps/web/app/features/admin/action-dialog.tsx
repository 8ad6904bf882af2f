import type { ApiOutputs } from "@app/api/root";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { FormEvent, ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { Failure } from "~/ui/failure";
import { FailureNotice } from "~/ui/failure-notice";
import { Dialog } from "~/ui/lazy-dialogs";
import { failureFromError } from "~/ui/read-failure";
import { useDialogFailure, useNotifyLateFailure } from "~/ui/use-dialog-failure";

interface ActionState {
  isPending: boolean;
  error: unknown;
  reset: () => void;
}

interface ActionDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Input fields, and a text that explains the effect. */
  children: ReactNode;
  submitLabel: string;
  isDangerous?: boolean;
  /** False disables the submit button. */
  isReady?: boolean;
  /** State of the API call that the form makes. */
  mutation: ActionState;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Dialog of an admin action: explains the effect before anything is changed. */
export function ActionDialog({
  title,
  isOpen,
  onClose,
  children,
  submitLabel,
  isDangerous = false,
  isReady = true,
  mutation,
  onSubmit,
}: ActionDialogProps) {
  const t = useTranslations("admin");
  const { failure, onExitTransitionEnd } = useDialogFailure(isOpen, mutation, useDescribeFailure());
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onExitTransitionEnd}
      title={title}
      centered
      radius="lg"
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          {children}
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button
              type="submit"
              loading={mutation.isPending}
              disabled={!isReady}
              {...(isDangerous ? { color: "red.9" } : {})}
            >
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const REFUSAL_KEYS: ReadonlyMap<
  string,
  "ownBan" | "ownRole" | "pastExpiry" | "outOfRange" | "nothingToRefund" | "takenBack"
> = new Map([
  ["You cannot ban yourself", "ownBan"],
  ["You cannot take away your own role", "ownRole"],
  ["expires must be in the future", "pastExpiry"],
  ["amount would take the balance out of range", "outOfRange"],
  ["There is nothing left to refund", "nothingToRefund"],
  // Also after a first request whose response was lost.
  ["These credits were taken back already", "takenBack"],
] as const);

/** Returns a function that says why an action was refused, in the page's language. */
function useDescribeFailure(): (error: unknown) => Failure {
  const t = useTranslations("admin.refusal");
  return (error) => {
    const failure = failureFromError(error);
    const key = failure.kind === "refused" ? REFUSAL_KEYS.get(failure.message) : undefined;
    return key ? { kind: "refused", message: t(key) } : failure;
  };
}

/** Returns a handler for a failure of an action: one that comes after its page was left is shown as a notification. */
export const useNotifyLateActionFailure = () => useNotifyLateFailure(useDescribeFailure());

export type AdminUser = ApiOutputs["admin"]["users"]["get"]["user"];

/** Props of every dialog that changes one user. */
export interface UserDialogProps {
  user: AdminUser;
  isOpen: boolean;
  onClose: () => void;
}

interface ConfirmedActionProps {
  /** Text of the button and of the submit button in the dialog. */
  label: string;
  title: string;
  /** Explains what the action changes. */
  effect: string;
  isDangerous?: boolean;
  mutation: ActionState;
  onConfirm: (close: () => void) => void;
}

/** Button in a table that opens a confirmation dialog. */
export function ConfirmedAction({
  label,
  title,
  effect,
  isDangerous = false,
  mutation,
  onConfirm,
}: ConfirmedActionProps) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open}>
        {label}
      </Button>
      <ActionDialog
        title={title}
        submitLabel={label}
        isOpen={isOpen}
        onClose={dialog.close}
        isDangerous={isDangerous}
        mutation={mutation}
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm(dialog.close);
        }}
      >
        <Text size="sm">{effect}</Text>
      </ActionDialog>
    </>
  );
}
