import type { ApiOutputs } from "@app/api/root";
import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import {
  Anchor,
  Button,
  Card,
  CloseButton,
  Group,
  Progress,
  Stack,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useRequestVerification } from "../account/verification-reminder";
import { useChatPrice } from "../credits/chat-price";

type Dashboard = ApiOutputs["me"]["dashboard"];

const stepsAt = (chatPrice: number) =>
  [
    { name: "gotCredits", path: "/billing", costCredits: null },
    { name: "chatted", path: "/chat", costCredits: chatPrice },
    { name: "madeImage", path: "/image", costCredits: IMAGE_COST_CREDITS },
    { name: "madeVideo", path: "/video", costCredits: VIDEO_COST_CREDITS },
  ] as const;

/** A checklist for new users. Hidden when all steps are done. */
export function FirstStepsCard({ dashboard: { firstSteps, email } }: { dashboard: Dashboard }) {
  const t = useTranslations("dashboard.steps");
  const path = useLocalePath();
  const steps = stepsAt(useChatPrice());
  const all = Object.keys(firstSteps).length;
  const done = Object.values(firstSteps).filter((isDone) => isDone).length;
  if (done === all) return null;
  return (
    <Card padding="md" mb="xl" component="section">
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Title order={2} size="h4">
          {t("title")}
        </Title>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" c="dimmed">
            {t("progress", { done, all })}
          </Text>
          <Form method="post" preventScrollReset>
            <CloseButton type="submit" aria-label={t("dismiss")} title={t("dismiss")} />
          </Form>
        </Group>
      </Group>
      <Progress value={(done / all) * 100} size="sm" mb="md" aria-hidden />
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        <Step isDone={firstSteps.emailVerified} title={t("email")} hint={t("emailText", { email })}>
          {firstSteps.emailVerified ? null : <ConfirmEmail />}
        </Step>
        {steps.map(({ name, path: to, costCredits }) => (
          <Step
            key={name}
            isDone={firstSteps[name]}
            title={
              firstSteps[name] ? (
                t(name)
              ) : (
                <Anchor component={Link} to={path(to)} inherit>
                  {t(name)}
                </Anchor>
              )
            }
            hint={costCredits === null ? t("gotCreditsText") : t("costText", { credits: costCredits })}
          />
        ))}
      </Stack>
    </Card>
  );
}

interface StepProps {
  isDone: boolean;
  title: ReactNode;
  hint: string;
  children?: ReactNode;
}

function Step({ isDone, title, hint, children }: StepProps) {
  const t = useTranslations("dashboard.steps");
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon size={22} radius="xl" variant={isDone ? "filled" : "default"} mt={1}>
        {isDone ? <IconCheck size={14} stroke={2.4} aria-hidden /> : null}
      </ThemeIcon>
      <div>
        <Text size="sm" fw={isDone ? 400 : 500} c={isDone ? "dimmed" : "inherit"}>
          {title}
          <VisuallyHidden>, {isDone ? t("done") : t("open")}</VisuallyHidden>
        </Text>
        {isDone ? null : (
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {hint}
          </Text>
        )}
        {children}
      </div>
    </Group>
  );
}

/** Sends the confirmation email again. */
function ConfirmEmail() {
  const t = useTranslations("dashboard.steps");
  const verification = useRequestVerification();
  if (verification.isSent) {
    return (
      <Text size="xs" role="status">
        {t("emailSent")}
      </Text>
    );
  }
  return (
    <>
      <Button size="compact-sm" variant="light" mt={4} loading={verification.isSending} onClick={verification.send}>
        {t("emailSend")}
      </Button>
      {verification.failure === null ? null : (
        <Text size="xs" c="red" role="alert">
          {verification.failure}
        </Text>
      )}
    </>
  );
}
