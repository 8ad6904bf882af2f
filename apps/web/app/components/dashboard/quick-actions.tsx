import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Button, SimpleGrid } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";
import { useLocalePath } from "~/i18n/use-locale-path";

const ACTIONS = [
  { path: "/chat", label: "Chat", costCredits: CHAT_COST_CREDITS, Icon: IconMessage },
  { path: "/image", label: "Make an image", costCredits: IMAGE_COST_CREDITS, Icon: IconPhoto },
  { path: "/video", label: "Make a video", costCredits: VIDEO_COST_CREDITS, Icon: IconVideo },
];

export function QuickActions() {
  const path = useLocalePath();
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      {ACTIONS.map(({ path: to, label, costCredits, Icon }) => (
        <Button
          key={to}
          component={Link}
          to={path(to)}
          variant="default"
          size="md"
          leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        >
          {label} · {costCredits} credits
        </Button>
      ))}
    </SimpleGrid>
  );
}
