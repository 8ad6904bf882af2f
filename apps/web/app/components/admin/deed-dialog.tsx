import { Button, Group, Modal, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "../failure/failure-notice";
import { failureFromError } from "../failure/read-failure";

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
