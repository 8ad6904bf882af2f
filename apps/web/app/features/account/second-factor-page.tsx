import { Anchor, Button, Stack, TextInput } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { AuthCard } from "./auth-form";
import { submitSignOut } from "./submit-sign-out";

export type SecondFactorProblem = "wrong" | "locked";

/** The second half of a sign-in: the code of an authenticator app. */
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

/** The way out of a sign-in that is not finished. Where the server cannot be reached it may be tried again. */
function SignOutLink({ children }: { children: ReactNode }) {
  const path = useLocalePath();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    submitSignOut(path("/sign-in")).catch(() => setIsLeaving(false));
  };
  return (
    <Anchor component="button" type="button" inherit disabled={isLeaving} onClick={leave}>
      {children}
    </Anchor>
  );
}
