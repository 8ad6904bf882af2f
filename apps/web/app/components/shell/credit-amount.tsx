import { Text } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";

/** A balance. One below zero is a debt and says so. */
export function CreditAmount({ credits }: { credits: number }) {
  const format = useFormat();
  if (credits >= 0) return <>{format.number(credits)}</>;
  return (
    <Text span inherit c="red" style={{ whiteSpace: "nowrap" }}>
      {format.number(credits)} (debt)
    </Text>
  );
}
