import { CATALOGUE, type CatalogueItem } from "@app/core/catalogue/plans";
import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import { type Cycle, isOfferedIn } from "./cycle";
import { OfferCard } from "./offer-card";

interface OfferGridProps {
  /** Only the plans of this cycle, beside the pack; without it everything on sale. */
  cycle?: Cycle;
  currentPlanKey?: string;
  actionFor: (item: CatalogueItem) => ReactNode;
}

/** What is on sale: the plans and the pack. The last of the plans is the one whose credits cost least. */
export function OfferGrid({ cycle, currentPlanKey = "", actionFor }: OfferGridProps) {
  const items = CATALOGUE.filter((item) => cycle === undefined || isOfferedIn(cycle, item));
  const plans = items.filter((item) => item.kind === "subscription");
  return (
    <SimpleGrid cols={{ base: 1, xs: cycle ? 1 : 2, md: 3 }} spacing="md">
      {items.map((item) => (
        <OfferCard
          key={item.key}
          item={item}
          isCurrent={item.key === currentPlanKey}
          isFeatured={cycle !== undefined && item === plans.at(-1)}
          action={actionFor(item)}
        />
      ))}
    </SimpleGrid>
  );
}
