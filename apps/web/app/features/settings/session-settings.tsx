import { Badge, Button, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import IconDeviceLaptop from "@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs";
import IconDeviceMobile from "@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPC, useTRPCClient } from "~/trpc/client";
import { acceptGone } from "~/ui/accept-gone";
import { useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { useNotifyDone } from "~/ui/use-notify-done";
import { parseUserAgent, useDeviceName } from "./device";
import {
  AccountFailure,
  focusSection,
  type SettingsData,
  SettingsSection,
  useDescribeAccountFailure,
} from "./settings-section";

/** The others are folded away, so that the settings below stay in reach. */
const SHOWN_AT_ONCE_MAX = 5;
const MORE_STYLE = {
  cursor: "pointer",
  fontSize: "var(--mantine-font-size-sm)",
  marginBottom: "var(--mantine-spacing-md)",
};

/** Lists the active sessions of the user, the latest first, and ends them. */
export function SessionSettings({ sessions }: Pick<SettingsData, "sessions">) {
  const t = useTranslations("account");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const onEnded = (message: string) => {
    notifyDone(message);
    focusSection("sessions");
  };
  const onError = useNotifyLateFailure(useDescribeAccountFailure());
  const api = useTRPCClient();
  const end = useMutation({
    mutationFn: (session: { sessionId: string }) => acceptGone(api.account.endSession.mutate(session)),
    onMutate: () => {
      endOthers.reset();
    },
    onSuccess: () => onEnded(t("sessions.ended")),
    onError,
  });
  const endOthers = useMutation(
    trpc.account.endOtherSessions.mutationOptions({
      onMutate: () => {
        end.reset();
      },
      onSuccess: ({ ended }) => onEnded(t("sessions.endedAll", { ended })),
      onError,
    }),
  );
  const list = (shown: SettingsData["sessions"]) => (
    <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: "none" }} aria-labelledby="sessions">
      {shown.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          isEnding={end.isPending && end.variables?.sessionId === session.id}
          onEnd={() => end.mutate({ sessionId: session.id })}
        />
      ))}
    </Stack>
  );
  const rest = sessions.slice(SHOWN_AT_ONCE_MAX);
  return (
    <SettingsSection id="sessions" title={t("sessions.title")} description={t("sessions.description")}>
      <Stack gap="md">
        {list(sessions.slice(0, SHOWN_AT_ONCE_MAX))}
        {rest.length > 0 ? (
          <details>
            <summary style={MORE_STYLE}>{t("sessions.more", { count: rest.length })}</summary>
            {list(rest)}
          </details>
        ) : null}
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

interface SessionRowProps {
  session: SettingsData["sessions"][number];
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const t = useTranslations("account");
  const format = useFormat();
  const device = parseUserAgent(session.userAgent);
  const name = useDeviceName()(device);
  const Icon = device.isMobile ? IconDeviceMobile : IconDeviceLaptop;
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <ThemeIcon variant="light" color="gray" size="lg" visibleFrom="xs">
        <Icon size={18} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {session.isCurrent ? <Badge variant="light">{t("sessions.current")}</Badge> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {t("sessions.lastSeen", { date: format.dateTime(session.lastSeenAt) })}
          <br />
          {t("sessions.signedIn", { date: format.dateTime(session.createdAt) })}
        </Text>
      </div>
      {session.isCurrent ? null : (
        <Button
          variant="default"
          size="xs"
          loading={isEnding}
          onClick={onEnd}
          aria-label={t("sessions.endNamed", { device: name })}
        >
          {t("sessions.end")}
        </Button>
      )}
    </Group>
  );
}
