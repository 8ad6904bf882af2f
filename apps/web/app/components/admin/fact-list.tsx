import { SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** What is known of something, name by name. */
export function FactList({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} m={0} mb="xl">
      {children}
    </SimpleGrid>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} fw={500}>
        {children}
      </Text>
    </div>
  );
}
