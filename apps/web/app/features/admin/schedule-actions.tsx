import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { useNotifyDone } from "~/ui/use-notify-done";
import { ActionDialog, useNotifyLateActionFailure } from "./action-dialog";

interface PauseScheduleButtonProps {
  scheduleId: string;
  isPaused: boolean;
  updatedAt: Date;
}

/** Pauses or resumes the instalments of a yearly plan. */
export function PauseScheduleButton({ scheduleId, isPaused, updatedAt }: PauseScheduleButtonProps) {
  const t = useTranslations("admin.instalments");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const [isOpen, dialog] = useDisclosure(false);
  const [{ isPaused: shownPaused, updatedAt: seenUpdatedAt }, setShown] = useState({ isPaused, updatedAt });
  // While it is open the dialog keeps its meaning, also when another administrator is faster, or a response was lost: repeated, it must not
  // resume what it has stopped.
  if (!isOpen && (shownPaused !== isPaused || seenUpdatedAt.getTime() !== updatedAt.getTime()))
    setShown({ isPaused, updatedAt });
  const onDone = (message: string) => {
    dialog.close();
    notifyDone(message);
  };
  const onError = useNotifyLateActionFailure();
  const pause = useMutation(
    trpc.admin.schedules.pause.mutationOptions({ onSuccess: () => onDone(t("stopped")), onError }),
  );
  const resume = useMutation(
    trpc.admin.schedules.resume.mutationOptions({ onSuccess: () => onDone(t("resumed")), onError }),
  );
  const mutation = shownPaused ? resume : pause;
  const label = t(shownPaused ? "resume" : "stop");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (shownPaused) resume.mutate({ scheduleId, seenUpdatedAt });
    else pause.mutate({ scheduleId });
  };
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open}>
        {label}
      </Button>
      <ActionDialog
        title={t(shownPaused ? "resumeTitle" : "stopTitle")}
        submitLabel={label}
        isOpen={isOpen}
        onClose={dialog.close}
        mutation={mutation}
        onSubmit={onSubmit}
      >
        <Text size="sm">{t(shownPaused ? "resumeEffect" : "stopEffect")}</Text>
      </ActionDialog>
    </>
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
      onError: useNotifyLateActionFailure(),
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
