import { Alert, Anchor, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import IconCircleCheck from "@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { AuthCard } from "./auth-form";
import type { VerificationOutcome } from "./sign-up.server";

/** The page shown after opening the link of a verification mail. */
export function VerificationPage({ isConfirmed, isSignedIn, confirmedEmail }: VerificationOutcome) {
  const t = useTranslations("verification");
  const path = useLocalePath();
  return (
    <AuthCard
      title={t("title")}
      footer={
        <Anchor component={Link} to={path(isSignedIn ? "/dashboard" : "/sign-in")} inherit>
          {t(isSignedIn ? "toDashboard" : "toSignIn")}
        </Anchor>
      }
    >
      {isConfirmed ? (
        <Alert color="mint" icon={<IconCircleCheck aria-hidden />} title={t("confirmed")} role="status">
          {t("confirmedText")}
        </Alert>
      ) : confirmedEmail ? (
        // Also when the user opens their own link again.
        <Alert color="gray" title={t("linkExpired")} role="status" style={{ overflowWrap: "anywhere" }}>
          {t("ownConfirmed", { email: confirmedEmail })}
        </Alert>
      ) : (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={t("linkExpired")}>
          <Text size="sm">{t("linkExpiredText")}</Text>
        </Alert>
      )}
    </AuthCard>
  );
}
