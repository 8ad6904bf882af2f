import { Card, SimpleGrid, Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import type { View } from "./library-toolbar";

const SKELETON_KEYS = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Shown while another list loads. */
export function LibrarySkeleton({ view }: { view: View }) {
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
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
      {SKELETON_KEYS.map((card) => (
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
      {SKELETON_KEYS.map((row) => (
        <Skeleton key={row} height={72} radius="lg" />
      ))}
    </Stack>
  );
}
