import type { ApiOutputs } from "@app/api/root";
import { Anchor } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";

type Reference = NonNullable<ApiOutputs["billing"]["ledger"]["items"][number]["reference"]>;

/** Leads to what a change of the balance was for. */
export function LedgerReference({ reference }: { reference: Reference }) {
  const t = useTranslations("ledger");
  const path = useLocalePath();
  const { to, text } = toReferenceLink(reference);
  return (
    <Anchor component={Link} to={path(to)} size="sm" lineClamp={1} w="fit-content" maw={360}>
      {text ?? t(`reference.${reference.kind}`)}
    </Anchor>
  );
}

function toReferenceLink(reference: Reference): { to: string; text?: string } {
  const id = encodeURIComponent(reference.id);
  switch (reference.kind) {
    case "chat":
      return { to: `/chat/${id}`, text: reference.title };
    case "generation":
      return { to: `/history?id=${id}`, text: reference.title };
    case "payment":
      return { to: `/billing/receipts/${id}` };
    case "subscription":
      return { to: "/billing#instalments" };
  }
}
