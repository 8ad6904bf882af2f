import { Card, SimpleGrid, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import type { View } from "./view-links";

const CARDS = ["a", "b", "c", "d", "e", "f"];

/** The list's shape while another one is on its way. */
export function HistorySkeleton({ view }: { view: View }) {
  const t = useTranslations("history");
  return (
    <div aria-busy>
      <VisuallyHidden role="status">{t("loading")}</VisuallyHidden>
      {view === "list" ? <RowsSkeleton /> : <GridSkeleton />}
    </div>
  );
}

function GridSkeleton() {
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: "xs", xs: "md" }}>
      {CARDS.map((card) => (
        <Card key={card} padding="sm">
          <Card.Section mb="sm">
            <Skeleton radius={0} style={{ aspectRatio: "4 / 3" }} />
          </Card.Section>
          <Skeleton height={14} width="80%" mb="xs" />
          <Skeleton height={10} width="50%" />
        </Card>
      ))}
    </SimpleGrid>
  );
}

function RowsSkeleton() {
  return (
    <Stack gap="xs">
      {CARDS.map((row) => (
        <Skeleton key={row} height={72} radius="lg" />
      ))}
    </Stack>
  );
}
