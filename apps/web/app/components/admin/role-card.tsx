import { USER_ROLES, type UserRole } from "@app/core/users/role-input";
import { NativeSelect } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "~/trpc/client";
import { DeedCard } from "./deed-card";
import { useDeedDone } from "./use-deed-done";

const ROLE_LABELS: Record<UserRole, string> = { user: "User", admin: "Administrator" };
const ROLES = USER_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));

/** Makes a user an administrator, or no longer one. */
export function RoleCard({ userId, role }: { userId: string; role: string }) {
  const trpc = useTRPC();
  const done = useDeedDone();
  const form = useForm<{ role: UserRole }>({
    initialValues: { role: USER_ROLES.find((known) => known === role) ?? "user" },
  });
  const change = useMutation(trpc.admin.users.changeRole.mutationOptions({ onSuccess: () => done("Role changed") }));
  return (
    <DeedCard
      title="Role"
      submitLabel="Set the role"
      call={change}
      onSubmit={form.onSubmit((values) => change.mutate({ userId, role: values.role }))}
    >
      <NativeSelect label="Role" data={ROLES} {...form.getInputProps("role")} />
    </DeedCard>
  );
}
