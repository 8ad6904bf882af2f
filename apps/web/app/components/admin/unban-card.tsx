import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useFormat } from "~/i18n/use-format";
import { useTRPC } from "~/trpc/client";
import { banEnd } from "./ban-end";
import { DeedCard } from "./deed-card";
import { useDeedDone } from "./use-deed-done";
import type { AdminUser } from "./user-rows";

/** Lifts a ban. */
export function UnbanCard({ user }: { user: AdminUser }) {
  const trpc = useTRPC();
  const format = useFormat();
  const done = useDeedDone();
  const unban = useMutation(trpc.admin.users.unban.mutationOptions({ onSuccess: () => done("The ban is lifted") }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    unban.mutate({ userId: user.id });
  };
  return (
    <DeedCard title="Banned" submitLabel="Lift the ban" call={unban} onSubmit={onSubmit}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        Reason: {user.banReason ?? "none given"}
      </Text>
      <Text size="sm">Ends: {banEnd(user, format)}</Text>
    </DeedCard>
  );
}
