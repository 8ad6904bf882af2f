import type { ApiOutputs } from "@app/api/root";
import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Alert, Anchor, Stack } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconAlertTriangle from "@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs";
import IconInfoCircle from "@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { useChatPrice } from "../credits/chat-price";
import classes from "./dashboard-notices.module.css";

type Dashboard = ApiOutputs["me"]["dashboard"];

const OVERDUE_STATUSES: ReadonlySet<string> = new Set(["past_due", "unpaid"]);

/** Warnings about the subscription and the balance. */
export function DashboardNotices({ dashboard }: { dashboard: Dashboard }) {
  const { subscription, credits, firstSteps } = dashboard;
  const status = subscription?.status ?? "";
  // New users already see the first steps, which say how to get credits.
  const isLow = credits < VIDEO_COST_CREDITS && firstSteps.gotCredits;
  return (
    <Stack gap="sm" className={classes["notices"] ?? ""}>
      {OVERDUE_STATUSES.has(status) ? <OverdueNotice /> : null}
      {subscription && status === "scheduled_cancel" ? (
        <CancellationNotice endsAt={subscription.currentPeriodEnd} />
      ) : null}
      {isLow ? <LowBalanceNotice credits={credits} /> : null}
    </Stack>
  );
}

function OverdueNotice() {
  const t = useTranslations("dashboard.notice");
  const path = useLocalePath();
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="note">
      {t("overdue")}{" "}
      <Anchor component={Link} to={path("/billing")} inherit>
        {t("toBilling")}
      </Anchor>
    </Alert>
  );
}

function CancellationNotice({ endsAt }: { endsAt: Date }) {
  const t = useTranslations("dashboard.notice");
  const format = useFormat();
  const path = useLocalePath();
  return (
    <Alert color="yellow" variant="light" icon={<IconInfoCircle aria-hidden />} role="note">
      {t("cancels", { date: format.date(endsAt) })}{" "}
      <Anchor component={Link} to={path("/billing")} inherit>
        {t("resume")}
      </Anchor>
    </Alert>
  );
}

function LowBalanceNotice({ credits }: { credits: number }) {
  const chatPrice = useChatPrice();
  const t = useTranslations("dashboard.notice");
  const path = useLocalePath();
  return (
    <Alert color="yellow" variant="light" icon={<IconInfoCircle aria-hidden />} role="note">
      {credits < 0 ? t("debt") : `${t("low", { credits })} ${t(`uses.${mostExpensiveAffordable(credits, chatPrice)}`)}`}{" "}
      <Anchor component={Link} to={path("/billing")} inherit>
        {t("getCredits")}
      </Anchor>
    </Alert>
  );
}

/** The most expensive generation that the balance still covers. */
function mostExpensiveAffordable(credits: number, chatPrice: number): "none" | "chat" | "image" {
  if (credits >= IMAGE_COST_CREDITS) return "image";
  return credits >= chatPrice ? "chat" : "none";
}
