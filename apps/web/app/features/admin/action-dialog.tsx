import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useRevalidator } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError } from "~/ui/read-failure";

interface ActionDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** What is asked, and what will happen. */
  children: ReactNode;
  submitLabel: string;
  isDangerous?: boolean;
  /** Whether there is something to do yet. */
  isReady?: boolean;
  /** The call of the API that the form makes. */
  call: { isPending: boolean; error: unknown };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** One thing an administrator can do, with what it will mean, before it is done. */
export function ActionDialog({
  title,
  isOpen,
  onClose,
  children,
  submitLabel,
  isDangerous = false,
  isReady = true,
  call,
  onSubmit,
}: ActionDialogProps) {
  const t = useTranslations("admin");
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      radius="lg"
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          {children}
          {call.error ? <FailureNotice failure={failureFromError(call.error)} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button
              type="submit"
              loading={call.isPending}
              disabled={!isReady}
              {...(isDangerous ? { color: "red.9" } : {})}
            >
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface ConfirmedActionProps {
  /** On the button, and on the dialog's. */
  label: string;
  title: string;
  /** What it will mean. */
  effect: string;
  isDangerous?: boolean;
  call: { isPending: boolean; error: unknown };
  onConfirm: (close: () => void) => void;
}

/** A button in a table whose action is explained before it is taken. */
export function ConfirmedAction({ label, title, effect, isDangerous = false, call, onConfirm }: ConfirmedActionProps) {
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
        call={call}
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

/** Says that an administrator's deed is done, and loads the page's data anew. */
export function useActionDone(): (message: string) => void {
  const { revalidate } = useRevalidator();
  return (message) => {
    notifications.show({ message, color: "mint" });
    revalidate();
  };
}
