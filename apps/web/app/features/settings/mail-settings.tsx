import { Stack, Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useTRPC } from "~/trpc/client";
import { useNotifyDone } from "~/ui/use-notify-done";
import { AccountFailure, type SettingsData, SettingsSection } from "./settings-section";

/** Which mails the user gets. Its address is in those mails. */
export function MailSettings({ account }: Pick<SettingsData, "account">) {
  const t = useTranslations("account");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const [isOn, setIsOn] = useState(account.lowBalanceMails);
  // Another tab may change it.
  useEffect(() => setIsOn(account.lowBalanceMails), [account.lowBalanceMails]);
  const change = useMutation(
    trpc.account.changeMails.mutationOptions({
      onSuccess: () => notifyDone(t("mails.saved")),
      onError: () => setIsOn(account.lowBalanceMails),
    }),
  );
  return (
    <SettingsSection id="mails" title={t("mails.title")} description={t("mails.description")}>
      <Stack gap="md">
        <Switch
          label={t("mails.lowBalance")}
          description={t("mails.lowBalanceHint", { credits: account.lowBalanceThreshold })}
          checked={isOn}
          disabled={change.isPending}
          onChange={({ currentTarget: { checked } }) => {
            setIsOn(checked);
            change.mutate({ lowBalance: checked });
          }}
        />
        <AccountFailure error={change.error} />
      </Stack>
    </SettingsSection>
  );
}
