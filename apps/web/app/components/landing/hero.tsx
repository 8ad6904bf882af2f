import { findCatalogueItem } from "@app/core/catalogue/plans";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import classes from "./landing.module.css";

const PACK = findCatalogueItem("pack_200");

export function Hero({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations("landing");
  const format = useFormat();
  const path = useLocalePath();
  return (
    <div className={classes["hero"]}>
      <Stack gap="lg" align="flex-start">
        <Title order={1}>{t("hero.title")}</Title>
        <Text c="dimmed" size="lg" maw={520}>
          {t("hero.text")}
        </Text>
        <Group>
          <Button component={Link} to={path(isSignedIn ? "/dashboard" : "/sign-up")} size="lg">
            {t(isSignedIn ? "toDashboard" : "start")}
          </Button>
          <Button component={Link} to={path("/pricing")} size="lg" variant="default">
            {t("seePrices")}
          </Button>
        </Group>
        {PACK?.kind === "one_time" ? (
          <Text size="sm" c="dimmed">
            {t("hero.note", { credits: PACK.credits, price: format.money(PACK.priceCents, PACK.currency) })}
          </Text>
        ) : null}
      </Stack>
      <div className={classes["collage"]}>
        <div className={classes["result"]}>
          <img src="/samples/boat.webp" width={800} height={560} alt={t("samples.boat")} />
        </div>
        <div className={classes["reference"]}>
          <img src="/samples/boat-before.webp" width={320} height={240} alt={t("samples.boatBefore")} />
        </div>
        <p className={classes["prompt"]} style={{ marginBlock: 0 }}>
          <Text span size="xs" c="dimmed" display="block">
            {t("prompt")}
          </Text>
          {t("prompts.boat")}
        </p>
      </div>
    </div>
  );
}
