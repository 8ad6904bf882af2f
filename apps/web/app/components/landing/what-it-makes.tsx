import { CHAT_COST_CREDITS, IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Card, SimpleGrid, Text, ThemeIcon, Title } from "@mantine/core";
import IconMessage from "@tabler/icons-react/dist/esm/icons/IconMessage.mjs";
import IconPhoto from "@tabler/icons-react/dist/esm/icons/IconPhoto.mjs";
import IconVideo from "@tabler/icons-react/dist/esm/icons/IconVideo.mjs";

const KINDS = [
  {
    name: "Chat",
    text: "Ask, discuss, have texts written. The answer appears as it is thought.",
    price: `${CHAT_COST_CREDITS} credits a message`,
    Icon: IconMessage,
  },
  {
    name: "Image",
    text: "Upload a picture and say what should become of it, in up to 4K.",
    price: `${IMAGE_COST_CREDITS} credits an image`,
    Icon: IconPhoto,
  },
  {
    name: "Video",
    text: "Describe a scene, or set a picture in motion, in up to 1080p.",
    price: `${VIDEO_COST_CREDITS} credits a video`,
    Icon: IconVideo,
  },
];

export function WhatItMakes() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {KINDS.map(({ name, text, price, Icon }) => (
        <Card key={name} withBorder padding="lg">
          <ThemeIcon variant="light" size="lg" mb="sm">
            <Icon size={20} stroke={1.6} aria-hidden />
          </ThemeIcon>
          <Title order={3} size="h5" mb={4}>
            {name}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {text}
          </Text>
          <Text size="sm" fw={500} mt="auto">
            {price}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
