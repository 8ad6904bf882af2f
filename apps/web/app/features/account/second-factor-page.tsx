import { Anchor, Button, Stack, TextInput } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { AuthCard } from "./auth-form";
import { submitSignOut } from "./submit-sign-out";

export type SecondFactorProblem = "wrong" | "locked" | "unreadable";

/** Second step of signing in: asks for the code of the authenticator app. */
export function SecondFactorPage({ problem }: { problem: SecondFactorProblem | null }) {
  const t = useTranslations("codePage");
  const isSending = useNavigation().formData?.has("code") ?? false;
  return (
    <AuthCard title={t("title")} description={t("description")} footer={<SignOutLink>{t("cancel")}</SignOutLink>}>
      <Form method="post">
        <Stack gap="md">
          <TextInput
            label={t("code")}
            description={t("hint")}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            required
            withAsterisk={false}
            error={problem === null ? null : t(`problem.${problem}`)}
            errorProps={{ role: "alert" }}
          />
          <Button type="submit" loading={isSending}>
            {t("submit")}
          </Button>
        </Stack>
      </Form>
    </AuthCard>
  );
}

/** Abandons the sign-in. Becomes clickable again if the server cannot be reached. */
function SignOutLink({ children }: { children: ReactNode }) {
  const path = useLocalePath();
  const [isCanceling, setIsCanceling] = useState(false);
  const cancel = () => {
    setIsCanceling(true);
    submitSignOut(path("/sign-in")).catch(() => setIsCanceling(false));
  };
  return (
    <Anchor component="button" type="button" inherit disabled={isCanceling} onClick={cancel}>
      {children}
    </Anchor>
  );
}
