import { Badge, Box, SimpleGrid, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import plain from "~/ui/plain-card.module.css";
import { type Generation, typeOf } from "./generation";
import classes from "./generation-card.module.css";
import { GenerationMedia } from "./generation-media";

interface GenerationGridProps {
  generations: readonly ShownGeneration[];
  /** Where all about one of them is shown. */
  addressFor?: (generation: ShownGeneration) => string;
  /** What can be done about one of them. */
  actionFor?: (generation: ShownGeneration) => ReactNode;
}

export function GenerationGrid({ generations, addressFor, actionFor }: GenerationGridProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: "xs", xs: "md" }}>
      {generations.map((generation) => (
        <GenerationCard
          key={generation.id}
          generation={generation}
          address={addressFor?.(generation)}
          action={actionFor?.(generation)}
        />
      ))}
    </SimpleGrid>
  );
}

/** `deletedAt` is told to administrators only. */
type ShownGeneration = Generation & { deletedAt?: Date | null };

interface GenerationCardProps {
  generation: ShownGeneration;
  /** Where all about it is shown. Without one the picture or video itself is linked to. */
  address?: string | undefined;
  action?: ReactNode;
}

/**
 * An image or a video with what was asked for and what became of it. Of plain elements where it can be: pages have many of these, and
 * components with styles of their own take the server longer to draw.
 */
function GenerationCard({ generation, address, action }: GenerationCardProps) {
  const t = useTranslations("generation");
  const format = useFormat();
  return (
    <div className={`${plain["card"]} ${classes["card"]}`}>
      <div className={plain["head"]}>
        <GenerationMedia generation={generation} />
      </div>
      <p className={classes["prompt"]}>
        <CardLink generation={generation} address={address} />
      </p>
      {generation.deletedAt ? (
        <Box mt={4}>
          <Badge color="gray" variant="light" tt="none">
            {t("deleted")}
          </Badge>
        </Box>
      ) : null}
      {generation.error && address === undefined ? (
        <Text size="sm" c="red" mt={4} className={classes["words"] ?? ""}>
          {generation.error}
        </Text>
      ) : null}
      <p className={classes["facts"]}>
        {t(`type.${typeOf(generation)}`)} · {format.date(generation.createdAt)} ·{" "}
        {t("credits", { credits: generation.creditsUsed })}
      </p>
      {action ? <div className={classes["action"]}>{action}</div> : null}
    </div>
  );
}

/** The card's one link; it reaches over the whole card. */
function CardLink({ generation: { prompt, resultUrl }, address }: GenerationCardProps) {
  if (address !== undefined) {
    return (
      <Link to={address} preventScrollReset className={classes["link"]}>
        {prompt}
      </Link>
    );
  }
  if (!resultUrl) return <>{prompt}</>;
  return (
    <a href={resultUrl} target="_blank" rel="noreferrer" className={classes["link"]}>
      {prompt}
    </a>
  );
}
