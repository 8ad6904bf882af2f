import { CATALOGUE, type CatalogueItem } from "@app/core/catalogue/plans";
import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import { OfferCard } from "./offer-card";

interface OfferGridProps {
  currentPlanKey?: string;
  actionFor: (item: CatalogueItem) => ReactNode;
}

/** Everything on sale: the four plans and the pack. */
export function OfferGrid({ currentPlanKey = "", actionFor }: OfferGridProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {CATALOGUE.map((item) => (
        <OfferCard key={item.key} item={item} isCurrent={item.key === currentPlanKey} action={actionFor(item)} />
      ))}
    </SimpleGrid>
  );
}
