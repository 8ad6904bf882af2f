import { Badge, Box, SimpleGrid, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import plain from "~/ui/plain-card.module.css";
import { usePromptText } from "../generation/use-prompt-text";
import { creditsCharged, type Generation, typeOf } from "./generation";
import classes from "./generation-card.module.css";
import { GenerationMedia } from "./generation-media";

interface GenerationGridProps {
  generations: readonly ShownGeneration[];
  /** The URL of a generation's details. */
  addressFor?: (generation: ShownGeneration) => string;
  /** A button shown on the card. */
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

/** Only administrators see `deletedAt`. */
type ShownGeneration = Generation & { deletedAt?: Date | null };

interface GenerationCardProps {
  generation: ShownGeneration;
  /** The URL of the details. Without it the card links to the picture or video itself. */
  address?: string | undefined;
  action?: ReactNode;
}

/** Uses plain elements where possible: pages have many cards, and Mantine components take the server longer to render. */
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
        <Text size="sm" c="red" mt={4} className={classes["error"] ?? ""}>
          {generation.error}
        </Text>
      ) : null}
      <p className={classes["facts"]}>
        {t(`type.${typeOf(generation)}`)} · {format.date(generation.createdAt)} ·{" "}
        {t("credits", { credits: creditsCharged(generation) })}
      </p>
      {action ? <div className={classes["action"]}>{action}</div> : null}
    </div>
  );
}

/** The only link of the card. CSS makes it cover the whole card. */
function CardLink({ generation: { prompt: stored, resultUrl }, address }: GenerationCardProps) {
  const prompt = usePromptText()(stored);
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
