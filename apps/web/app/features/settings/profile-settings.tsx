import { Badge, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPC } from "~/trpc/client";
import { useNotifyDone } from "~/ui/use-notify-done";
import { AccountFailure, type SettingsData, SettingsSection } from "./settings-section";

const NAME_MAX_CHARACTERS = 100;

export function ProfileSettings({ account }: Pick<SettingsData, "account">) {
  const t = useTranslations("account");
  const format = useFormat();
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const form = useForm({ initialValues: { name: account.name ?? "" } });
  const change = useMutation(
    trpc.account.changeName.mutationOptions({ onSuccess: () => notifyDone(t("profile.saved")) }),
  );
  return (
    <SettingsSection id="profile" title={t("profile.title")} description={t("profile.description")}>
      <form onSubmit={form.onSubmit(({ name }) => change.mutate({ name }))}>
        <Stack gap="md">
          <div>
            <Text size="sm" fw={500}>
              {t("profile.email")}
            </Text>
            <Group gap="xs">
              <Text style={{ overflowWrap: "anywhere" }}>{account.email}</Text>
              {account.emailVerified ? (
                <Badge variant="light" size="sm">
                  {t("profile.verified")}
                </Badge>
              ) : null}
            </Group>
            <Text size="sm" c="dimmed">
              {t("profile.since", { date: format.date(account.createdAt) })}
            </Text>
          </div>
          <TextInput
            label={t("profile.name")}
            description={t("profile.nameHint")}
            autoComplete="name"
            maxLength={NAME_MAX_CHARACTERS}
            {...form.getInputProps("name")}
          />
          <AccountFailure error={change.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </SettingsSection>
  );
}
