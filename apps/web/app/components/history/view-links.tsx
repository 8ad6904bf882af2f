import { ActionIcon, Group } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconLayoutGrid from "@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs";
import IconList from "@tabler/icons-react/dist/esm/icons/IconList.mjs";
import { useTranslations } from "use-intl/react";
import { useNextParams } from "../page/use-next-params";
import { historyAddress } from "./history-address";

export type View = "grid" | "list";

export const viewOf = (params: URLSearchParams): View => (params.get("view") === "list" ? "list" : "grid");

const VIEWS = [
  { view: "grid", Icon: IconLayoutGrid },
  { view: "list", Icon: IconList },
] as const;

/** Grid or list: links, so that either has an address and works without scripts. */
export function ViewLinks({ current }: { current: View }) {
  const t = useTranslations("history.view");
  const params = useNextParams();
  return (
    <Group gap={4} role="group" aria-label={t("label")} wrap="nowrap">
      {VIEWS.map(({ view, Icon }) => (
        <ActionIcon
          key={view}
          component={Link}
          to={historyAddress(params, { view: view === "list" ? "list" : "" })}
          preventScrollReset
          replace
          size="lg"
          variant={view === current ? "light" : "subtle"}
          color={view === current ? "mint" : "gray"}
          aria-label={t(view)}
          title={t(view)}
          aria-current={view === current ? "true" : undefined}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
