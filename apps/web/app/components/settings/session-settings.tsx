import { Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { AccountFailure } from "./account-failure";
import { SessionRow } from "./session-row";
import type { SettingsData } from "./settings-page";
import { SettingsSection } from "./settings-section";
import { useNotifySaved } from "./use-saved";

/** Where one is signed in, and the way to end that. */
export function SessionSettings({ sessions }: Pick<SettingsData, "sessions">) {
  const t = useTranslations("account");
  const trpc = useTRPC();
  const saved = useNotifySaved();
  const end = useMutation(trpc.account.endSession.mutationOptions({ onSuccess: () => saved(t("sessions.ended")) }));
  const endOthers = useMutation(
    trpc.account.endOtherSessions.mutationOptions({
      onSuccess: ({ ended }) => saved(t("sessions.endedAll", { ended })),
    }),
  );
  return (
    <SettingsSection id="sessions" title={t("sessions.title")} description={t("sessions.description")}>
      <Stack gap="md">
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: "none" }} aria-labelledby="sessions">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables?.sessionId === session.id}
              onEnd={() => end.mutate({ sessionId: session.id })}
            />
          ))}
        </Stack>
        <AccountFailure error={end.error ?? endOthers.error} />
        {sessions.length > 1 ? (
          <Group justify="flex-end">
            <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
              {t("sessions.endOthers")}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </SettingsSection>
  );
}
