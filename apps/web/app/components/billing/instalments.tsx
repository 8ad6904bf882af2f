import type { ApiOutputs } from "@app/api/root";
import { Stack, Text } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { planName } from "../pricing/plan-name";

type Schedule = ApiOutputs["billing"]["overview"]["schedules"][number];

/** The instalments of yearly plans that are paid for and still to come. */
export function Instalments({ schedules }: { schedules: readonly Schedule[] }) {
  const format = useFormat();
  return (
    <Stack gap="xs">
      {schedules.map((schedule) => (
        <Text key={`${schedule.planKey} ${schedule.nextGrantAt.toISOString()}`}>
          {planName(schedule.planKey)}: {format.number(schedule.totalCreditsRemaining)} credits to come, in{" "}
          {format.number(schedule.grantsRemaining)} instalments of {format.number(schedule.creditsPerGrant)}. The next
          on {format.date(schedule.nextGrantAt)}.
        </Text>
      ))}
    </Stack>
  );
}
