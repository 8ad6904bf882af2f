import { Code, Stack, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { ShownSecret } from "~/ui/shown-secret";

/** Shows the secret of an endpoint once it was created, revealed or replaced. */
export function EndpointSecret({ title, secret, onDone }: { title: string; secret: string; onDone: () => void }) {
  const t = useTranslations("webhooks");
  const labels = { copy: t("copy"), copied: t("copied"), done: t("done") };
  return <ShownSecret title={title} text={t("secretText")} secret={secret} labels={labels} onDone={onDone} />;
}

/** The same example as in docs/webhooks.md. */
const VERIFY_EXAMPLE = `import express from "express";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.GENMINT_WEBHOOK_SECRET);

express()
  .post("/webhooks/genmint", express.raw({ type: "application/json" }), (request, response) => {
    let event;
    try {
      event = webhook.verify(request.body.toString(), request.headers);
    } catch {
      return response.status(400).end();
    }
    // The same webhook-id may come again: handle it once.
    console.log(request.headers["webhook-id"], event.type, event.data);
    response.status(204).end();
  })
  .listen(3000);`;

/** How a receiver checks a signature, collapsed. */
export function VerifyExample() {
  const t = useTranslations("webhooks");
  return (
    <details>
      <summary style={{ cursor: "pointer", fontSize: "var(--mantine-font-size-sm)" }}>{t("verify")}</summary>
      <Stack gap="xs" mt="sm">
        <Text size="sm" c="dimmed">
          {t("verifyText")}
        </Text>
        <Code block tabIndex={0} role="region" aria-label={t("verify")} style={{ overflow: "auto" }}>
          {VERIFY_EXAMPLE}
        </Code>
      </Stack>
    </details>
  );
}
