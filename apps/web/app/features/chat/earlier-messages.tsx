import { TRANSCRIPT_MESSAGES, TRANSCRIPT_MESSAGES_MAX } from "@app/core/chat/conversation";
import { Anchor, Button, Text } from "@mantine/core";
import { Link, useLocation, useNavigation } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";

const PARAMETER = "messages";

/** How many messages the address asks for. Anything but a positive whole number is ignored. */
export function readShownMessages(params: URLSearchParams): number | undefined {
  const count = Number(params.get(PARAMETER));
  return Number.isInteger(count) && count > 0 ? Math.min(count, TRANSCRIPT_MESSAGES_MAX) : undefined;
}

/** Above the messages of a long chat: loads those before them. Beyond the bound, leads to the file that has all. */
export function EarlierMessages({ sessionId, shown }: { sessionId: string; shown: number }) {
  const t = useTranslations("chat");
  const path = useLocalePath();
  const { search, state } = useLocation();
  const navigation = useNavigation();
  if (shown >= TRANSCRIPT_MESSAGES_MAX)
    return (
      <Text size="sm" c="dimmed" ta="center">
        {t.rich("earlierInFile", {
          file: (text) => (
            <Anchor href={path(`/chat/${sessionId}/export.md`)} download inherit>
              {text}
            </Anchor>
          ),
        })}
      </Text>
    );
  const params = new URLSearchParams(search);
  params.set(PARAMETER, String(Math.min(shown + TRANSCRIPT_MESSAGES, TRANSCRIPT_MESSAGES_MAX)));
  const next = `?${params}`;
  return (
    <Button
      component={Link}
      to={next}
      replace
      preventScrollReset
      state={state}
      variant="default"
      size="compact-sm"
      style={{ alignSelf: "center" }}
      loading={navigation.location?.search === next}
    >
      {t("earlier")}
    </Button>
  );
}
