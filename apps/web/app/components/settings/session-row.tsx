import { Badge, Button, Group, Text, ThemeIcon } from "@mantine/core";
import IconDeviceLaptop from "@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs";
import IconDeviceMobile from "@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { parseUserAgent } from "./read-device";
import type { SettingsData } from "./settings-page";
import { useDeviceName } from "./use-device-name";

interface SessionRowProps {
  session: SettingsData["sessions"][number];
  isEnding: boolean;
  onEnd: () => void;
}

/** One browser that is signed in. */
export function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
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
