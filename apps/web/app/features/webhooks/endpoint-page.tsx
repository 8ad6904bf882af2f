import type { ApiOutputs } from "@app/api/root";
import { NEVER_REPLACED } from "@app/core/webhooks/webhook-events";
import { Alert, Anchor, Box, Button, Card, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC, useTRPCClient } from "~/trpc/client";
import { acceptGone } from "~/ui/accept-gone";
import { FailureNotice } from "~/ui/failure-notice";
import { Dialog } from "~/ui/lazy-dialogs";
import { PageHeader, Section } from "~/ui/page-layout";
import { failureFromError } from "~/ui/read-failure";
import { useDialogFailure, useNotifyLateFailure } from "~/ui/use-dialog-failure";
import { useNavigateFromHere } from "~/ui/use-navigate-from-here";
import { useNotifyDone } from "~/ui/use-notify-done";
import { DeliveryLog } from "./delivery-log";
import { EndpointForm } from "./endpoint-form";
import { EndpointSecret, VerifyExample } from "./webhook-secret";
import { type Endpoint, EndpointBadge } from "./webhook-status";

interface EndpointPageProps {
  endpoint: Endpoint;
  deliveries: ApiOutputs["webhooks"]["deliveries"];
}

/** One endpoint: its state, settings, secret and log. */
export function EndpointPage({ endpoint, deliveries }: EndpointPageProps) {
  const t = useTranslations("webhooks");
  const path = useLocalePath();
  return (
    <Box maw={960}>
      <Anchor component={Link} to={path("/account#webhooks")} size="sm">
        {t("all")}
      </Anchor>
      <PageHeader
        title={t("endpoint")}
        description={<span style={{ overflowWrap: "anywhere" }}>{endpoint.url}</span>}
        actions={<EndpointBadge endpoint={endpoint} />}
      />
      <StateNotice endpoint={endpoint} />
      <Section title={t("log")} action={<TestButton endpoint={endpoint} />}>
        <DeliveryLog endpoint={endpoint} deliveries={deliveries} />
      </Section>
      <Section title={t("settings")}>
        <Card withBorder>
          <Settings key={`${endpoint.url} ${endpoint.events.join()}`} endpoint={endpoint} />
        </Card>
      </Section>
      <Section title={t("secret")}>
        <Card withBorder>
          <Secret endpoint={endpoint} />
        </Card>
      </Section>
      <Section title={t("manage")}>
        <Card withBorder>
          <Group justify="space-between">
            <PauseButton endpoint={endpoint} />
            <RemoveButton endpoint={endpoint} />
          </Group>
        </Card>
      </Section>
    </Box>
  );
}

/** Why nothing arrives. */
function StateNotice({ endpoint: { pausedAt, pauseReason, failingSince } }: { endpoint: Endpoint }) {
  const t = useTranslations("webhooks");
  const format = useFormat();
  if (pausedAt)
    return (
      <Alert color="gray" mb="lg" title={t("pausedSince", { date: format.dateTime(pausedAt) })}>
        {t(`pauseReason.${pauseReason ?? "owner"}`)} {t("pausedText")}
      </Alert>
    );
  if (failingSince)
    return (
      <Alert color="yellow" mb="lg" title={t("failingSince", { date: format.dateTime(failingSince) })}>
        {t("failingText")}
      </Alert>
    );
  return null;
}

function Failure({ error }: { error: unknown }) {
  return error ? <FailureNotice failure={failureFromError(error)} /> : null;
}

/** A button with its failure below it. */
function Action({ error, children }: { error: unknown; children: ReactNode }) {
  return (
    <Stack gap="xs" align="flex-start">
      {children}
      <Failure error={error} />
    </Stack>
  );
}

function TestButton({ endpoint: { id, pausedAt } }: { endpoint: Endpoint }) {
  const t = useTranslations("webhooks");
  const notifyDone = useNotifyDone();
  const test = useMutation(useTRPC().webhooks.sendTest.mutationOptions({ onSuccess: () => notifyDone(t("testSent")) }));
  if (pausedAt) return null;
  return (
    <Action error={test.error}>
      <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate({ endpointId: id })}>
        {t("test")}
      </Button>
    </Action>
  );
}

function Settings({ endpoint: { id, url, events } }: { endpoint: Endpoint }) {
  const t = useTranslations("webhooks");
  const notifyDone = useNotifyDone();
  const update = useMutation(useTRPC().webhooks.update.mutationOptions({ onSuccess: () => notifyDone(t("saved")) }));
  return (
    <EndpointForm
      initial={{ url, events: [...events] }}
      submitLabel={t("save")}
      isPending={update.isPending}
      error={update.error}
      onSubmit={(fields) => update.mutate({ endpointId: id, ...fields })}
    />
  );
}

function Secret({ endpoint: { id, previousSecretUntil } }: { endpoint: Endpoint }) {
  const t = useTranslations("webhooks");
  const format = useFormat();
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const [shown, setShown] = useState<{ title: string; secret: string } | null>(null);
  const reveal = useMutation(
    trpc.webhooks.revealSecret.mutationOptions({
      onMutate: () => {
        rotate.reset();
      },
      onSuccess: ({ secret }) => setShown({ title: t("secret"), secret }),
    }),
  );
  // The state that the first press saw, kept until a response arrives. Pressing again after a lost response then replaces nothing: a second
  // replacement would end the secret that the receiver still uses.
  const unanswered = useRef<string | null>(null);
  const rotate = useMutation(
    trpc.webhooks.rotateSecret.mutationOptions({
      onMutate: () => {
        reveal.reset();
      },
      onSuccess: ({ secret }) => {
        unanswered.current = null;
        setShown({ title: t("newSecret"), secret });
        notifyDone(t("rotated"));
      },
    }),
  );
  const onRotate = () => {
    unanswered.current ??= previousSecretUntil?.toISOString() ?? NEVER_REPLACED;
    rotate.mutate({ endpointId: id, seenPreviousUntil: unanswered.current });
  };
  return (
    <Stack gap="md">
      <Text size="sm">{t("secretHint")}</Text>
      {previousSecretUntil && previousSecretUntil > new Date() ? (
        <Text size="sm" c="dimmed">
          {t("previousUntil", { date: format.dateTime(previousSecretUntil) })}
        </Text>
      ) : null}
      {shown ? <EndpointSecret {...shown} onDone={() => setShown(null)} /> : null}
      <Failure error={reveal.error ?? rotate.error} />
      <Group gap="xs">
        <Button variant="default" loading={reveal.isPending} onClick={() => reveal.mutate({ endpointId: id })}>
          {t("reveal")}
        </Button>
        <Button variant="default" loading={rotate.isPending} onClick={onRotate}>
          {t("rotate")}
        </Button>
      </Group>
      <VerifyExample />
    </Stack>
  );
}

function PauseButton({ endpoint: { id, pausedAt } }: { endpoint: Endpoint }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const notifyDone = useNotifyDone();
  const pause = useMutation(trpc.webhooks.pause.mutationOptions({ onSuccess: () => notifyDone(t("pauseDone")) }));
  const resume = useMutation(trpc.webhooks.resume.mutationOptions({ onSuccess: () => notifyDone(t("resumeDone")) }));
  const change = pausedAt ? resume : pause;
  return (
    <Action error={change.error}>
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ endpointId: id })}>
        {t(pausedAt ? "resume" : "pause")}
      </Button>
    </Action>
  );
}

/** Asks for confirmation: the log is deleted as well. */
function RemoveButton({ endpoint: { id } }: { endpoint: Endpoint }) {
  const t = useTranslations("webhooks");
  const [isOpen, dialog] = useDisclosure(false);
  const navigate = useNavigateFromHere();
  const path = useLocalePath();
  const api = useTRPCClient();
  const remove = useMutation({
    mutationFn: () => acceptGone(api.webhooks.remove.mutate({ endpointId: id })),
    onSuccess: () => navigate(path("/account#webhooks")),
    onError: useNotifyLateFailure(),
  });
  const { failure, onExitTransitionEnd } = useDialogFailure(isOpen, remove);
  return (
    <>
      <Button variant="light" color="red" onClick={dialog.open}>
        {t("remove")}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={dialog.close}
        onExitTransitionEnd={onExitTransitionEnd}
        title={t("removeTitle")}
        centered
        closeButtonProps={{ "aria-label": t("close") }}
      >
        <Stack gap="md">
          <Text size="sm">{t("removeText")}</Text>
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={dialog.close} data-autofocus>
              {t("cancel")}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t("remove")}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
