import { Alert, Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";

interface ShownSecretProps {
  title: string;
  text: string;
  secret: string;
  labels: { copy: string; copied: string; done: string };
  onDone: () => void;
}

/** A key or secret that was just created or asked for, to be copied. */
export function ShownSecret({ title, text, secret, labels, onDone }: ShownSecretProps) {
  return (
    <Alert title={title}>
      <Stack gap="sm">
        <Text size="sm">{text}</Text>
        <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={secret}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? labels.copied : labels.copy}</Button>}
          </CopyButton>
          <Button variant="default" onClick={onDone}>
            {labels.done}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
