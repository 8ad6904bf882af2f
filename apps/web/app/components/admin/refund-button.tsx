import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { ActionDialog } from "./deed-dialog";
import { useActionDone } from "./use-deed-done";

interface RefundButtonProps {
  generationId: string;
  prompt: string;
  credits: number;
}

/** Returns the credits of a failed generation. A second time is refused, and says so. */
export function RefundGenerationButton({ generationId, prompt, credits }: RefundButtonProps) {
  const t = useTranslations("admin.refund");
  const trpc = useTRPC();
  const done = useActionDone();
  const [isOpen, dialog] = useDisclosure(false);
  const refund = useMutation(
    trpc.admin.refundGeneration.mutationOptions({
      onSuccess: () => {
        dialog.close();
        done(t("done"));
      },
    }),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    refund.mutate({ generationId });
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open} aria-label={t("label", { prompt })}>
        {t("submit")}
      </Button>
      <ActionDialog
        title={t("title")}
        submitLabel={t("submit")}
        isOpen={isOpen}
        onClose={dialog.close}
        call={refund}
        onSubmit={onSubmit}
      >
        <Text size="sm">{t("effect", { credits })}</Text>
      </ActionDialog>
    </>
  );
}
