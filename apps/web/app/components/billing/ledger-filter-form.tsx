import { LEDGER_KINDS } from "@app/core/credits/ledger-kinds";
import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { type LedgerFilterFields, toLedgerQuery } from "./ledger-filter";

/** Narrows the ledger down. A form of its own address, so that a filtered ledger can be linked to. */
export function LedgerFilterForm({ fields }: { fields: LedgerFilterFields }) {
  const t = useTranslations("ledger");
  const kinds = LEDGER_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }));
  return (
    <Form method="get" action="#ledger" preventScrollReset key={toLedgerQuery(fields)}>
      <Group gap="sm" align="flex-end" mb="md">
        <NativeSelect
          label={t("filter.kind")}
          name="kind"
          defaultValue={fields.kind}
          data={[{ value: "", label: t("filter.all") }, ...kinds]}
        />
        <TextInput label={t("filter.from")} type="date" name="from" defaultValue={fields.from} />
        <TextInput label={t("filter.until")} type="date" name="until" defaultValue={fields.until} />
        <Group gap="xs">
          <Button type="submit" variant="default">
            {t("filter.apply")}
          </Button>
          {toLedgerQuery(fields) === "" ? null : (
            <Button component={Link} to="?" preventScrollReset variant="subtle" color="gray">
              {t("filter.clear")}
            </Button>
          )}
        </Group>
      </Group>
    </Form>
  );
}
