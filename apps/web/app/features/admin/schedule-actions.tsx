import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { useNotifyDone } from "~/ui/use-notify-done";
import { ActionDialog, ConfirmedAction } from "./action-dialog";

/** Pauses or resumes the instalments of a yearly plan. */
export function PauseScheduleButton({ scheduleId, isPaused }: { scheduleId: string; isPaused: boolean }) {
  const t = useTranslations("admin.instalments");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const pause = useMutation(trpc.admin.schedules.pause.mutationOptions({ onSuccess: () => notifyDone(t("stopped")) }));
  const resume = useMutation(
    trpc.admin.schedules.resume.mutationOptions({ onSuccess: () => notifyDone(t("resumed")) }),
  );
  const mutation = isPaused ? resume : pause;
  return (
    <ConfirmedAction
      label={t(isPaused ? "resume" : "stop")}
      title={t(isPaused ? "resumeTitle" : "stopTitle")}
      effect={t(isPaused ? "resumeEffect" : "stopEffect")}
      mutation={mutation}
      onConfirm={(close) => mutation.mutate({ scheduleId }, { onSuccess: close })}
    />
  );
}

/** Grants all due instalments now instead of at the next scheduled run. */
export function RunSchedulesButton({ overdue }: { overdue: number }) {
  const t = useTranslations("admin.schedules");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const [isOpen, dialog] = useDisclosure(false);
  const run = useMutation(
    trpc.admin.schedules.run.mutationOptions({
      onSuccess: ({ processed, schedulesTouched, credits }) => {
        dialog.close();
        notifyDone(t("ran", { processed, schedulesTouched, credits }));
      },
    }),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate();
  };
  return (
    <>
      <Button onClick={dialog.open}>{t("run")}</Button>
      <ActionDialog
        title={t("runTitle")}
        submitLabel={t("run")}
        isOpen={isOpen}
        onClose={dialog.close}
        mutation={run}
        onSubmit={onSubmit}
      >
        <Text size="sm">{t("runEffect", { count: overdue })}</Text>
      </ActionDialog>
    </>
  );
}
