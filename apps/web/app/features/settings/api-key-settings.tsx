import type { ApiOutputs } from "@app/api/root";
import {
  API_KEY_CREDIT_LIMIT_MAX,
  API_KEY_NAME_MAX_CHARACTERS,
  API_KEY_SCOPES,
  API_KEYS_MAX,
  type ApiKeyScope,
} from "@app/core/api-keys/api-key-scopes";
import { Anchor, Button, Checkbox, Code, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC, useTRPCClient } from "~/trpc/client";
import { acceptGone } from "~/ui/accept-gone";
import { FailureNotice } from "~/ui/failure-notice";
import { ProgramsIllustration } from "~/ui/illustrations/programs";
import { Dialog } from "~/ui/lazy-dialogs";
import { EmptyState } from "~/ui/page-layout";
import { ShownSecret } from "~/ui/shown-secret";
import { useDialogFailure, useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { useInlineForm } from "~/ui/use-inline-form";
import { useNotifyDone } from "~/ui/use-notify-done";
import { useReloadData } from "~/ui/use-reload-data";
import { AccountFailure, focusSection, type SettingsData, SettingsSection } from "./settings-section";

/** Creates, lists and revokes API keys. */
export function ApiKeySettings({ apiKeys }: Pick<SettingsData, "apiKeys">) {
  const t = useTranslations("account.apiKeys");
  const path = useLocalePath();
  const creation = useInlineForm();
  const isFull = apiKeys.filter(isUsable).length >= API_KEYS_MAX;
  return (
    <SettingsSection id="api-keys" title={t("title")} description={t("description")}>
      <Stack gap="lg">
        <KeyList apiKeys={apiKeys} />
        {creation.isOpen ? (
          <div ref={creation.form}>
            <NewKey onDone={creation.close} />
          </div>
        ) : (
          <Group justify="space-between">
            <Anchor component={Link} to={path("/developers")} size="sm">
              {t("docs")}
            </Anchor>
            {isFull ? (
              <Text size="sm" c="dimmed">
                {t("full", { max: API_KEYS_MAX })}
              </Text>
            ) : (
              <Button variant="default" ref={creation.opener} onClick={creation.open}>
                {t("create")}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </SettingsSection>
  );
}

function KeyList({ apiKeys }: Pick<SettingsData, "apiKeys">) {
  const t = useTranslations("account.apiKeys");
  if (apiKeys.length === 0) return <EmptyState illustration={<ProgramsIllustration />}>{t("none")}</EmptyState>;
  return (
    <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: "none" }} aria-labelledby="api-keys">
      {apiKeys.map((key) => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
    </Stack>
  );
}

type ApiKey = ApiOutputs["apiKeys"]["list"][number];

const isUsable = ({ expiresAt }: ApiKey) => expiresAt === null || expiresAt > new Date();

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations("account.apiKeys");
  const format = useFormat();
  const { name, prefix, scopes, creditLimit, creditsUsed, lastUsedAt, expiresAt } = apiKey;
  const used =
    creditLimit === null
      ? t("usedNoLimit", { used: creditsUsed })
      : t("used", { used: format.number(creditsUsed), limit: format.number(creditLimit) });
  const facts = [
    used,
    lastUsedAt ? t("lastUsed", { date: format.dateTime(lastUsedAt) }) : t("neverUsed"),
    ...(expiresAt ? [t(isUsable(apiKey) ? "expiresOn" : "expiredOn", { date: format.dateTime(expiresAt) })] : []),
  ];
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={500} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Code>{prefix}…</Code>
        </Group>
        <Text size="sm" c="dimmed">
          {facts.join(" · ")}
          <br />
          {scopes.map((scope) => t(`scope.${scope}`)).join(", ")}
        </Text>
      </div>
      <RevokeButton apiKey={apiKey} />
    </Group>
  );
}

/** Asks for confirmation: programs that use the key stop working. */
function RevokeButton({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const t = useTranslations("account.apiKeys");
  const [isOpen, dialog] = useDisclosure(false);
  const notifyDone = useNotifyDone();
  const api = useTRPCClient();
  const revoke = useMutation({
    mutationFn: () => acceptGone(api.apiKeys.revoke.mutate({ keyId: id })),
    onSuccess: () => {
      notifyDone(t("revoked"));
      focusSection("api-keys");
    },
    onError: useNotifyLateFailure(),
  });
  const { failure, onExitTransitionEnd } = useDialogFailure(isOpen, revoke);
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open} aria-label={t("revokeNamed", { name })}>
        {t("revoke")}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={dialog.close}
        onExitTransitionEnd={onExitTransitionEnd}
        title={t("revokeTitle", { name })}
        centered
        closeButtonProps={{ "aria-label": t("cancel") }}
      >
        <Stack gap="md">
          <Text size="sm">{t("revokeText")}</Text>
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={dialog.close} data-autofocus>
              {t("cancel")}
            </Button>
            <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
              {t("revoke")}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
const EXPIRY_DAYS = [30, 90, 365] as const;
const NEVER = "";

/** An empty field means no limit. */
const isCreditLimit = (text: string) =>
  text === "" || (Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= API_KEY_CREDIT_LIMIT_MAX);

interface KeyForm {
  name: string;
  creditLimit: string;
  expiryDays: string;
  scopes: ApiKeyScope[];
}

/** The form for a new key, then the key itself, which is shown this once. */
function NewKey({ onDone }: { onDone: () => void }) {
  const t = useTranslations("account.apiKeys");
  const reloadData = useReloadData();
  // Reloads after a failure too: if only the response was lost, the key exists, and its owner must see it before creating another.
  const create = useMutation(useTRPC().apiKeys.create.mutationOptions({ onSettled: () => reloadData() }));
  const form = useForm<KeyForm>({
    initialValues: { name: "", creditLimit: "", expiryDays: NEVER, scopes: [...API_KEY_SCOPES] },
    validate: {
      name: (name) => (name.trim() === "" ? t("nameMissing") : null),
      creditLimit: (limit) => (isCreditLimit(limit) ? null : t("limitInvalid", { max: API_KEY_CREDIT_LIMIT_MAX })),
      scopes: (scopes) => (scopes.length === 0 ? t("scopesMissing") : null),
    },
  });
  if (create.data) return <CreatedKey apiKey={create.data.key} onDone={onDone} />;
  const submit = ({ name, creditLimit, expiryDays, scopes }: KeyForm) =>
    create.mutate({
      name,
      scopes,
      creditLimit: creditLimit === "" ? null : Number(creditLimit),
      expiresAt: expiryDays === NEVER ? null : new Date(Date.now() + Number(expiryDays) * DAY_MS).toISOString(),
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t("name")}
          placeholder={t("namePlaceholder")}
          maxLength={API_KEY_NAME_MAX_CHARACTERS}
          {...form.getInputProps("name")}
        />
        <Group grow align="flex-start">
          <TextInput
            // Not a number field, which reports a text such as "5-" as empty: the key would have no limit.
            inputMode="numeric"
            label={t("limit")}
            description={t("limitHint")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...form.getInputProps("creditLimit")}
          />
          <NativeSelect
            label={t("expires")}
            data={[
              { value: NEVER, label: t("never") },
              ...EXPIRY_DAYS.map((days) => ({ value: String(days), label: t("days", { days }) })),
            ]}
            {...form.getInputProps("expiryDays")}
          />
        </Group>
        <Checkbox.Group label={t("scopes")} {...form.getInputProps("scopes")}>
          <Group gap="md" mt="xs">
            {API_KEY_SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={t(`scope.${scope}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <AccountFailure error={create.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t("create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CreatedKey({ apiKey, onDone }: { apiKey: string; onDone: () => void }) {
  const t = useTranslations("account.apiKeys");
  const labels = { copy: t("copy"), copied: t("copied"), done: t("close") };
  return (
    <ShownSecret title={t("createdTitle")} text={t("createdText")} secret={apiKey} labels={labels} onDone={onDone} />
  );
}
