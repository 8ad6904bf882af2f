import { Badge, Box, Code, Group, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import classes from "./developers.module.css";
import { CodeExample } from "./quick-start";
import type { ReferenceField, ReferenceGroup, ReferenceOperation, ReferenceResponse } from "./reference.server";

/** Every operation of the REST API. An operation opens without a script. */
export function Reference({ groups }: { groups: readonly ReferenceGroup[] }) {
  return groups.map(({ name, operations }) => (
    <Box component="section" key={name} mb="xl">
      <Title order={3} size="h4" mb="sm">
        {name}
      </Title>
      <Stack gap="xs">
        {operations.map((operation) => (
          <Operation key={operation.id} operation={operation} />
        ))}
      </Stack>
    </Box>
  ));
}

const COLOR_BY_METHOD: Readonly<Record<string, string>> = { GET: "blue", POST: "mint", DELETE: "red" };

function Operation({ operation }: { operation: ReferenceOperation }) {
  const t = useTranslations("developers");
  const { id, method, path, summary, description, credentials, fields, example, responses } = operation;
  return (
    <details id={id} className={classes["operation"]}>
      <summary>
        <Group gap="sm" component="span" display="inline-flex" maw="calc(100% - 24px)">
          <Badge
            component="span"
            variant="light"
            color={COLOR_BY_METHOD[method] ?? "gray"}
            c="var(--mantine-color-text)"
            miw={64}
          >
            {method}
          </Badge>
          <Code className={classes["path"] ?? ""}>{path}</Code>
          <Text span size="sm" c="dimmed">
            {summary}
          </Text>
        </Group>
      </summary>
      <Stack gap="md" pt="md">
        {description ? <Marked size="sm" text={description} /> : null}
        <Text size="sm" c="dimmed">
          {credentials.length === 0
            ? t("noCredentials")
            : t("credentials", { names: credentials.map((name) => t(`credential.${credentialKey(name)}`)).join(", ") })}
        </Text>
        {fields.length > 0 ? <Fields label={t("request")} fields={fields} hasPlaces /> : null}
        {example ? <CodeExample code={example} label={t("example")} /> : null}
        {responses.map((response) => (
          <Response key={response.status} response={response} />
        ))}
      </Stack>
    </details>
  );
}

const CREDENTIALS = ["apiKey", "session", "cronSecret", "cronBasic", "providerSignature"] as const;
const credentialKey = (name: string) => CREDENTIALS.find((key) => key === name) ?? "session";

function Response({ response: { status, description, type, fields } }: { response: ReferenceResponse }) {
  return (
    <Box>
      <Group gap="xs" mb={fields.length > 0 ? "xs" : 0} align="baseline">
        <Code>{status}</Code>
        <Text size="sm">{description}</Text>
        {type === null || type === "application/json" ? null : (
          <Text size="sm" c="dimmed">
            {type}
          </Text>
        )}
      </Group>
      {fields.length > 0 ? <Fields label={`${status}`} fields={fields} /> : null}
    </Box>
  );
}

interface FieldsProps {
  label: string;
  fields: readonly ReferenceField[];
  hasPlaces?: boolean;
}

/** A list and no table, so that descriptions fit on narrow screens. */
function Fields({ label, fields, hasPlaces = false }: FieldsProps) {
  const t = useTranslations("developers");
  return (
    <Stack component="ul" gap={0} m={0} p={0} aria-label={label} className={classes["fields"] ?? ""}>
      {fields.map(({ name, type, isRequired, place, description }) => (
        <li key={`${place} ${name}`}>
          <Group gap="xs" align="baseline">
            <Text span size="sm" ff="monospace" fw={600}>
              {name}
            </Text>
            <Text span size="sm" ff="monospace" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {type}
            </Text>
            <Text span size="xs" c="dimmed">
              {[
                hasPlaces && (place === "path" || place === "query" || place === "header") ? t(`place.${place}`) : null,
                isRequired ? null : t("optional"),
              ]
                .filter(Boolean)
                .join(", ")}
            </Text>
          </Group>
          {description ? <Marked size="sm" text={description} /> : null}
        </li>
      ))}
    </Stack>
  );
}

/** A text whose parts between backticks are code. */
function Marked({ text, ...props }: { text: string; size: "sm" }) {
  return (
    <Text {...props}>
      {text.split("`").map((part, index) => (index % 2 === 1 ? <Code key={part + String(index)}>{part}</Code> : part))}
    </Text>
  );
}
