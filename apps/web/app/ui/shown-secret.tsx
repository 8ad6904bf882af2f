import { Alert, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";

interface ShownSecretProps {
  title: string;
  text: string;
  secret: string;
  labels: { copy: string; copied: string; done: string };
  onDone: () => void;
}

/** A key or secret that was just created or asked for, to be copied. Takes the focus of the button that asked for it. */
export function ShownSecret({ title, text, secret, labels, onDone }: ShownSecretProps) {
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => copyButton.current?.focus(), []);
  return (
    <Alert title={title}>
      <Stack gap="sm">
        <Text size="sm">{text}</Text>
        <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button ref={copyButton} onClick={copy}>
                {copied ? labels.copied : labels.copy}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onDone}>
            {labels.done}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
