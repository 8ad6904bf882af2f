import { Box, Button, Code, CopyButton, Group, Tabs, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";

const KEY = "$GENMINT_API_KEY";

/** The first requests of a program, with this service's address. */
const EXAMPLES = {
  curl: (origin: string) => `export GENMINT_API_KEY=gm_...

curl ${origin}/api/me -H "Authorization: Bearer ${KEY}"

curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer ${KEY}" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"model":"MODEL","messages":[{"role":"user","content":"Hello"}]}'`,
  JavaScript: (origin: string) => `import { createGenmintClient } from "@genmint/client";

const genmint = createGenmintClient({
  baseUrl: "${origin}",
  apiKey: process.env.GENMINT_API_KEY,
});

for await (const event of genmint.streamChat({ message: "Hello" })) {
  if (event.type === "content") process.stdout.write(event.content);
}

const video = await genmint.generateVideo({ prompt: "A boat leaves the harbour" });
const { videoUrl } = await genmint.waitForVideo(video);`,
  Python: (origin: string) => `import os, uuid
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["GENMINT_API_KEY"])

completion = client.chat.completions.create(
    model="MODEL",
    messages=[{"role": "user", "content": "Hello"}],
    extra_headers={"Idempotency-Key": str(uuid.uuid4())},
)
print(completion.choices[0].message.content)`,
} as const;
const LANGUAGES = ["curl", "JavaScript", "Python"] as const;

/** @param model the name of the chat model */
export function QuickStart({ origin, model }: { origin: string; model: string }) {
  const t = useTranslations("developers");
  return (
    <Tabs defaultValue="curl" keepMounted>
      <Tabs.List aria-label={t("languages")}>
        {LANGUAGES.map((language) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map((language) => (
        <Tabs.Panel key={language} value={language} pt="sm">
          <CodeExample code={EXAMPLES[language](origin).replaceAll("MODEL", model)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

export function CodeExample({ code, label }: { code: string; label?: string }) {
  const t = useTranslations("developers");
  return (
    <Box>
      <Group justify="space-between" mb={4} mih={30}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" onClick={copy}>
              <span aria-live="polite">{t(copied ? "copied" : "copy")}</span>
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block tabIndex={0} role="region" aria-label={label ?? t("code")} style={{ overflowX: "auto" }}>
        {code}
      </Code>
    </Box>
  );
}
