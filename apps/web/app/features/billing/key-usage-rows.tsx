import type { ApiOutputs } from "@app/api/root";
import { Anchor, Code, Group, Table, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { TableRegion } from "~/ui/table-region";
import { CreditAmount } from "../credits/credit-amount";
import { billingTabPath } from "./billing-tabs";

type KeyUsage = ApiOutputs["billing"]["usageByKey"][number];

/** What each API key spent. A key leads to its entries in the ledger. */
export function KeyUsageRows({ usage }: { usage: readonly KeyUsage[] }) {
  const t = useTranslations("billing.usage");
  const columns = [t("key"), t("chat"), t("image"), t("video"), t("total")];
  return (
    <TableRegion label={t("title")} columns={columns}>
      {usage.map((row) => (
        <Table.Tr key={row.apiKeyId ?? ""}>
          <Table.Td data-wrap>
            <KeyName usage={row} />
          </Table.Td>
          {[row.chat, row.image, row.video, row.total].map((credits, index) => (
            <Table.Td key={columns[index + 1]}>
              <CreditAmount credits={credits} />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </TableRegion>
  );
}

function KeyName({ usage: { apiKeyId, name, prefix, isRevoked } }: { usage: KeyUsage }) {
  const t = useTranslations("billing.usage");
  const path = useLocalePath();
  if (apiKeyId === null) return t("website");
  return (
    <Group gap="xs">
      <Anchor
        inherit
        component={Link}
        to={path(`${billingTabPath("activity", { apiKey: apiKeyId })}#ledger`)}
        style={{ overflowWrap: "anywhere" }}
      >
        {name ?? apiKeyId}
      </Anchor>
      {prefix === null ? null : <Code>{prefix}…</Code>}
      {isRevoked ? (
        <Text span size="sm" c="dimmed">
          {t("revoked")}
        </Text>
      ) : null}
    </Group>
  );
}
