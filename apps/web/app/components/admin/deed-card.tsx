import { Button, Card, Stack, Title } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { FailureNotice } from "../failure/failure-notice";
import { readFailure } from "../failure/read-failure";

interface DeedCardProps {
  title: string;
  children: ReactNode;
  submitLabel: string;
  isDangerous?: boolean;
  /** The call of the API that the form makes. */
  call: { isPending: boolean; error: unknown };
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** One thing an administrator can do to a user. */
export function DeedCard({ title, children, submitLabel, isDangerous = false, call, onSubmit }: DeedCardProps) {
  return (
    <Card withBorder padding="md" h="100%" component="form" onSubmit={onSubmit}>
      <Stack gap="sm" h="100%">
        <Title order={3} size="h6">
          {title}
        </Title>
        {children}
        {call.error ? <FailureNotice failure={readFailure(call.error)} /> : null}
        <Button type="submit" mt="auto" variant="light" color={isDangerous ? "red" : "mint"} loading={call.isPending}>
          {submitLabel}
        </Button>
      </Stack>
    </Card>
  );
}
