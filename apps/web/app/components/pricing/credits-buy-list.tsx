import { Stack, Text } from "@mantine/core";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import { useTranslations } from "use-intl/react";
import { affordableUnits } from "./credits-buy";
import classes from "./offer-card.module.css";

/** What so many credits are enough for. */
export function AffordableUnitsList({ credits }: { credits: number }) {
  const t = useTranslations("offer");
  const { chats, images, videos } = affordableUnits(credits);
  const lines = [
    { Icon: IconMessage, text: t("buys.chats", { count: chats }) },
    { Icon: IconPhoto, text: t("buys.images", { count: images }) },
    { Icon: IconVideo, text: t("buys.videos", { count: videos }) },
  ];
  return (
    <Stack gap={8}>
      <Text size="sm" fw={500}>
        {t("enoughFor")}
      </Text>
      <ul className={classes["buys"]}>
        {lines.map(({ Icon, text }) => (
          <li key={text}>
            <Icon size={18} stroke={1.6} aria-hidden />
            <Text span size="sm">
              {text}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
