import type { ApiOutputs } from "@app/api/root";
import { Box } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { PageLinks } from "../page/page-links";
import { SearchForm } from "./search-form";
import { UsersTable } from "./users-table";

/** Everybody with an account. */
export function UsersPage({ users }: { users: ApiOutputs["admin"]["users"]["list"] }) {
  const t = useTranslations("admin.users");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Box mb="md">
        <SearchForm placeholder={t("search")} keep={["sort", "direction"]} />
      </Box>
      {users.items.length === 0 ? <EmptyState>{t("none")}</EmptyState> : <UsersTable users={users.items} />}
      <PageLinks nextCursor={users.nextCursor} />
    </>
  );
}
