import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { ActionDialog, ConfirmedAction, useActionDone } from "./action-dialog";

/** Stops a yearly plan's instalments, or lets them go on. */
export function PauseScheduleButton({ scheduleId, isPaused }: { scheduleId: string; isPaused: boolean }) {
  const t = useTranslations("admin.instalments");
  const trpc = useTRPC();
  const done = useActionDone();
  const pause = useMutation(trpc.admin.schedules.pause.mutationOptions({ onSuccess: () => done(t("stopped")) }));
  const resume = useMutation(trpc.admin.schedules.resume.mutationOptions({ onSuccess: () => done(t("resumed")) }));
  const call = isPaused ? resume : pause;
  return (
    <ConfirmedAction
      label={t(isPaused ? "resume" : "stop")}
      title={t(isPaused ? "resumeTitle" : "stopTitle")}
      effect={t(isPaused ? "resumeEffect" : "stopEffect")}
      call={call}
      onConfirm={(close) => call.mutate({ scheduleId }, { onSuccess: close })}
    />
  );
}

/** Grants what is due now, without waiting for the periodic run. */
export function RunSchedulesButton({ overdue }: { overdue: number }) {
  const t = useTranslations("admin.schedules");
  const trpc = useTRPC();
  const done = useActionDone();
  const [isOpen, dialog] = useDisclosure(false);
  const run = useMutation(
    trpc.admin.schedules.run.mutationOptions({
      onSuccess: ({ processed, schedulesTouched, credits }) => {
        dialog.close();
        done(t("ran", { processed, schedulesTouched, credits }));
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
        call={run}
        onSubmit={onSubmit}
      >
        <Text size="sm">{t("runEffect", { count: overdue })}</Text>
      </ActionDialog>
    </>
  );
}
