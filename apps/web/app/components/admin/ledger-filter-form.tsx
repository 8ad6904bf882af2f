import { LEDGER_REASONS } from "@app/core/credits/reasons";
import { Button, Group, SimpleGrid, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import type { LedgerFilterFields } from "./ledger-filter";

/** Narrows the ledger down. A form of its own address, so that a filtered ledger can be linked to. */
export function LedgerFilterForm({ fields }: { fields: LedgerFilterFields }) {
  const t = useTranslations("admin.ledger");
  const reasonsId = useId();
  return (
    <Form method="get" key={JSON.stringify(fields)}>
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="sm">
        <TextInput label={t("user")} placeholder={t("userHint")} name="user" defaultValue={fields.user} />
        <TextInput
          label={t("reason")}
          placeholder={t("any")}
          name="reason"
          defaultValue={fields.reason}
          list={reasonsId}
        />
        <TextInput label={t("from")} type="date" name="from" defaultValue={fields.from} />
        <TextInput label={t("until")} type="date" name="until" defaultValue={fields.until} />
      </SimpleGrid>
      <datalist id={reasonsId}>
        {LEDGER_REASONS.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
      <Group gap="xs" mb="md">
        <Button type="submit" variant="default">
          {t("filter")}
        </Button>
        <Button component={Link} to="?" variant="subtle" color="gray">
          {t("clear")}
        </Button>
      </Group>
    </Form>
  );
}
