import { Button, Group } from "@mantine/core";
import { Link, useSearchParams } from "@remix-run/react";
import { useTranslations } from "use-intl/react";

/** The way through a long list, page by page. */
export function PageLinks({ nextCursor }: { nextCursor: string | null }) {
  const t = useTranslations("page");
  const [params] = useSearchParams();
  const isFirst = !params.has("cursor");
  if (isFirst && nextCursor === null) return null;
  return (
    <Group justify="center" mt="md" component="nav" aria-label={t("pages")}>
      {isFirst ? null : (
        <Button component={Link} to={addressAt(params, null)} variant="default">
          {t("firstPage")}
        </Button>
      )}
      {nextCursor === null ? null : (
        <Button component={Link} to={addressAt(params, nextCursor)} variant="default">
          {t("nextPage")}
        </Button>
      )}
    </Group>
  );
}

function addressAt(params: URLSearchParams, cursor: string | null): string {
  const next = new URLSearchParams(params);
  if (cursor === null) next.delete("cursor");
  else next.set("cursor", cursor);
  return `?${next}`;
}
