import { Alert, Group, Loader } from "@mantine/core";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import { usePaymentArrival } from "./use-payment-arrival";

/** Receives whoever comes back from a checkout. */
export function PaymentNotice({ credits }: { credits: number }) {
  const arrival = usePaymentArrival(credits);
  if (arrival === "none") return null;
  if (arrival === "arrived") {
    return (
      <Alert role="status" color="mint" icon={<IconCheck aria-hidden />} mb="lg">
        Your credits have arrived.
      </Alert>
    );
  }
  if (arrival === "late") {
    return (
      <Alert role="status" color="yellow" mb="lg">
        The payment has not been booked yet. It can take a few minutes: load this page again later.
      </Alert>
    );
  }
  return (
    <Alert role="status" mb="lg">
      <Group gap="sm" wrap="nowrap">
        <Loader size="xs" aria-hidden />
        Payment received; credits arrive in a moment.
      </Group>
    </Alert>
  );
}
