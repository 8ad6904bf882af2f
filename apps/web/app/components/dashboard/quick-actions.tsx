import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Card, Group, SimpleGrid, Text, ThemeIcon } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import classes from "./link-card.module.css";

const ACTIONS = [
  { kind: "chat", costCredits: CHAT_COST_CREDITS, Icon: IconMessage },
  { kind: "image", costCredits: IMAGE_COST_CREDITS, Icon: IconPhoto },
  { kind: "video", costCredits: VIDEO_COST_CREDITS, Icon: IconVideo },
] as const;

/** What can be made, with what it costs. */
export function QuickActions() {
  const t = useTranslations("dashboard.actions");
  const format = useFormat();
  const path = useLocalePath();
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      {ACTIONS.map(({ kind, costCredits, Icon }) => (
        <Card key={kind} component={Link} to={path(`/${kind}`)} padding="md" className={classes["card"] ?? ""}>
          <Group wrap="nowrap" gap="sm" align="flex-start">
            <ThemeIcon variant="light" size={40}>
              <Icon size={20} stroke={1.6} aria-hidden />
            </ThemeIcon>
            <div>
              <Text fw={600}>{t(kind)}</Text>
              <Text size="sm" c="dimmed">
                {t(`text.${kind}`)}
              </Text>
              <Text size="sm" mt={4}>
                {t("cost", { credits: format.number(costCredits) })}
              </Text>
            </div>
          </Group>
        </Card>
      ))}
    </SimpleGrid>
  );
}
