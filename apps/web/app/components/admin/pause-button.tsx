import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { ConfirmedAction } from "./confirmed-action";
import { useActionDone } from "./use-deed-done";

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
