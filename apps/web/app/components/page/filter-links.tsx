import { Button, Group, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useId } from "react";
import { useNextParams } from "./use-next-params";

interface FilterLinksProps {
  label: string;
  /** The parameter of the address that a choice sets. */
  parameter: string;
  /** An empty value stands for no filter. */
  choices: readonly { value: string; label: string }[];
}

/** A filter as a row of links, each an address of its own. */
export function FilterLinks({ label, parameter, choices }: FilterLinksProps) {
  const params = useNextParams();
  const labelId = useId();
  const current = params.get(parameter) ?? "";
  return (
    <Group gap={4} role="group" aria-labelledby={labelId}>
      <Text size="sm" c="dimmed" id={labelId} mr={4}>
        {label}
      </Text>
      {choices.map((choice) => (
        <Button
          key={choice.value}
          component={Link}
          to={addressWith(params, parameter, choice.value)}
          preventScrollReset
          size="compact-sm"
          variant={choice.value === current ? "light" : "subtle"}
          color={choice.value === current ? "mint" : "gray"}
          aria-current={choice.value === current ? "true" : undefined}
        >
          {choice.label}
        </Button>
      ))}
    </Group>
  );
}

/** Another filter starts at the first page again. */
function addressWith(params: URLSearchParams, parameter: string, value: string): string {
  const next = new URLSearchParams(params);
  next.delete("cursor");
  if (value) next.set(parameter, value);
  else next.delete(parameter);
  return `?${next}`;
}
