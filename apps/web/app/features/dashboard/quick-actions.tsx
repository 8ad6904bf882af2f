import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { SimpleGrid, ThemeIcon } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import plain from "~/ui/plain-card.module.css";
import card from "./link-card.module.css";
import classes from "./quick-actions.module.css";

const ACTIONS = [
  { kind: "chat", costCredits: CHAT_COST_CREDITS, Icon: IconMessage },
  { kind: "image", costCredits: IMAGE_COST_CREDITS, Icon: IconPhoto },
  { kind: "video", costCredits: VIDEO_COST_CREDITS, Icon: IconVideo },
] as const;

/** Links to chat, image and video, with their cost. */
export function QuickActions() {
  const t = useTranslations("dashboard.actions");
  const format = useFormat();
  const path = useLocalePath();
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      {ACTIONS.map(({ kind, costCredits, Icon }) => (
        <Link key={kind} to={path(`/${kind}`)} className={`${plain["card"]} ${card["card"]} ${classes["action"]}`}>
          <ThemeIcon variant="light" size={40}>
            <Icon size={20} stroke={1.6} aria-hidden />
          </ThemeIcon>
          <div>
            <div className={classes["name"]}>{t(kind)}</div>
            <div className={classes["text"]}>{t(`text.${kind}`)}</div>
            <div className={classes["cost"]}>{t("cost", { credits: format.number(costCredits) })}</div>
          </div>
        </Link>
      ))}
    </SimpleGrid>
  );
}
