import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";

export function Hero({ isSignedIn }: { isSignedIn: boolean }) {
  const path = useLocalePath();
  return (
    <Stack align="center" ta="center" py={{ base: 32, sm: 64 }} gap="md">
      <Title order={1} maw={640}>
        Chat, images and videos from one balance of credits
      </Title>
      <Text c="dimmed" size="lg" maw={560}>
        Buy a plan or a pack, then spend the credits on whichever you need: a conversation, a picture remade from your
        own, or a short video.
      </Text>
      <Group justify="center">
        <Button component={Link} to={path(isSignedIn ? "/dashboard" : "/sign-up")} size="md">
          {isSignedIn ? "Go to your dashboard" : "Create an account"}
        </Button>
        <Button component="a" href="#pricing" size="md" variant="default">
          See the prices
        </Button>
      </Group>
    </Stack>
  );
}
