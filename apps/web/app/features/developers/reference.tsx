import { Badge, Box, Stack, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import classes from "./developers.module.css";
import { CodeExample } from "./quick-start";
import type { ReferenceField, ReferenceGroup, ReferenceOperation, ReferenceResponse } from "./reference.server";

/**
 * Every operation of the REST API. An operation opens without a script. The thousands of elements within are plain HTML: as components of
 * Mantine they took the page from 100 to 350 ms.
 */
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
        <span className={classes["heading"]}>
          <Badge
            component="span"
            variant="light"
            color={COLOR_BY_METHOD[method] ?? "gray"}
            c="var(--mantine-color-text)"
            miw={64}
          >
            {method}
          </Badge>
          <code className={classes["code"]}>{path}</code>
          <span className={classes["note"]}>{summary}</span>
        </span>
      </summary>
      <div className={classes["details"]}>
        {description ? <Marked text={description} /> : null}
        <p className={classes["note"]}>
          {credentials.length === 0
            ? t("noCredentials")
            : t("credentials", { names: credentials.map((name) => t(`credential.${credentialKey(name)}`)).join(", ") })}
        </p>
        {fields.length > 0 ? <Fields label={t("request")} fields={fields} hasPlaces /> : null}
        {example ? <CodeExample code={example} label={t("example")} /> : null}
        {responses.map((response) => (
          <Response key={response.status} response={response} />
        ))}
      </div>
    </details>
  );
}

const CREDENTIALS = ["apiKey", "session", "cronSecret", "cronBasic", "providerSignature"] as const;
const credentialKey = (name: string) => CREDENTIALS.find((key) => key === name) ?? "session";

function Response({ response: { status, description, type, fields } }: { response: ReferenceResponse }) {
  return (
    <div>
      <div className={classes["row"]}>
        <code className={classes["code"]}>{status}</code>
        <p className={classes["text"]}>{description}</p>
        {type === null || type === "application/json" ? null : <p className={classes["note"]}>{type}</p>}
      </div>
      {fields.length > 0 ? <Fields label={`${status}`} fields={fields} /> : null}
    </div>
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
    <ul aria-label={label} className={classes["fields"]}>
      {fields.map(({ name, type, isRequired, place, description }) => (
        <li key={`${place} ${name}`}>
          <div className={classes["row"]}>
            <span className={classes["name"]}>{name}</span>
            <span className={classes["type"]}>{type}</span>
            <span className={classes["place"]}>
              {[
                hasPlaces && (place === "path" || place === "query" || place === "header") ? t(`place.${place}`) : null,
                isRequired ? null : t("optional"),
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
          </div>
          {description ? <Marked text={description} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** A text whose parts between backticks are code. */
function Marked({ text }: { text: string }) {
  return (
    <p className={classes["text"]}>
      {text.split("`").map((part, index) =>
        index % 2 === 1 ? (
          <code key={part + String(index)} className={classes["code"]}>
            {part}
          </code>
        ) : (
          part
        ),
      )}
    </p>
  );
}
