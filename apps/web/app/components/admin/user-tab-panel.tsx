import type { ApiOutputs } from "@app/api/root";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { EmptyState } from "../page/empty-state";
import { PageLinks } from "../page/page-links";
import { GenerationsTable } from "./generations-table";
import { LedgerTable } from "./ledger-table";
import { PaymentsTable } from "./payments-table";
import { UserSubscriptions } from "./user-subscriptions";
import type { UserTabContent } from "./user-tabs";

interface UserTabPanelProps {
  detail: ApiOutputs["admin"]["users"]["get"];
  content: UserTabContent;
}

/** The chosen part of what belongs to a user. */
export function UserTabPanel({ detail, content }: UserTabPanelProps) {
  const t = useTranslations("admin.user");
  switch (content.tab) {
    case "ledger":
      return (
        <PagedTab page={content.page} none={t("noLedger")}>
          <LedgerTable entries={content.page.items} hasUsers={false} />
        </PagedTab>
      );
    case "payments":
      return (
        <PagedTab page={content.page} none={t("noPayments")}>
          <PaymentsTable payments={content.page.items} hasUsers={false} />
        </PagedTab>
      );
    case "generations":
      return (
        <PagedTab page={content.page} none={t("noGenerations")}>
          <GenerationsTable generations={content.page.items} />
        </PagedTab>
      );
    case "subscription":
      return <UserSubscriptions {...detail} />;
  }
}

interface PagedProps {
  page: { items: readonly unknown[]; nextCursor: string | null };
  none: string;
  children: ReactNode;
}

function PagedTab({ page, none, children }: PagedProps) {
  return (
    <>
      {page.items.length === 0 ? <EmptyState>{none}</EmptyState> : children}
      <PageLinks nextCursor={page.nextCursor} />
    </>
  );
}
