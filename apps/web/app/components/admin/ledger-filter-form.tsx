import { LEDGER_REASONS } from "@app/core/credits/reasons";
import { Button, Group, SimpleGrid, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useId } from "react";
import type { LedgerFilterFields } from "./ledger-filter";

/** Narrows the ledger down. A form of its own address, so that a filtered ledger can be linked to. */
export function LedgerFilterForm({ fields }: { fields: LedgerFilterFields }) {
  const reasonsId = useId();
  return (
    <Form method="get" key={JSON.stringify(fields)}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} mb="sm">
        <TextInput label="User" placeholder="E-mail address or id" name="user" defaultValue={fields.user} />
        <TextInput label="Reason" placeholder="Any" name="reason" defaultValue={fields.reason} list={reasonsId} />
        <TextInput label="From (UTC)" type="date" name="from" defaultValue={fields.from} />
        <TextInput label="Until (UTC)" type="date" name="until" defaultValue={fields.until} />
      </SimpleGrid>
      <datalist id={reasonsId}>
        {LEDGER_REASONS.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
      <Group gap="xs" mb="md">
        <Button type="submit">Filter</Button>
        <Button component={Link} to="?" variant="subtle" color="gray">
          Clear
        </Button>
      </Group>
    </Form>
  );
}
