import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconFolderPlus from "@tabler/icons-react/dist/esm/icons/IconFolderPlus.mjs";
import IconLayoutGrid from "@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs";
import IconList from "@tabler/icons-react/dist/esm/icons/IconList.mjs";
import { useTranslations } from "use-intl/react";
import { useNextParams } from "~/ui/link-navigation";
import { historyAddress } from "./history-filter";
import classes from "./library-toolbar.module.css";
import type { Selection } from "./use-selection";

interface LibraryToolbarProps {
  /** How many works are shown; null while another list loads. */
  count: number | null;
  view: View;
  selection: Selection;
  onNewCollection: () => void;
}

/** Above the list: how much it shows, and how. */
export function LibraryToolbar({ count, view, selection, onNewCollection }: LibraryToolbarProps) {
  const t = useTranslations("history");
  const tLibrary = useTranslations("library");
  const tCollections = useTranslations("collections");
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {count === null ? t("loading") : t("shown", { count })}
      </Text>
      <Group gap={6} wrap="nowrap">
        <Group gap={6} wrap="nowrap" className={classes["scripted"] ?? ""}>
          <Button
            variant="default"
            size="compact-sm"
            h={34}
            px="sm"
            aria-label={tCollections("new")}
            title={tCollections("new")}
            aria-haspopup="dialog"
            onClick={onNewCollection}
          >
            <IconFolderPlus size={18} stroke={1.6} aria-hidden />
            <span className={classes["label"]}>{tCollections("new")}</span>
          </Button>
          <Button
            variant={selection.isSelecting ? "filled" : "default"}
            size="compact-sm"
            h={34}
            px="sm"
            disabled={count === 0 && !selection.isSelecting}
            onClick={selection.isSelecting ? selection.stop : selection.start}
          >
            {tLibrary(selection.isSelecting ? "done" : "select")}
          </Button>
        </Group>
        <ViewLinks current={view} />
      </Group>
    </Group>
  );
}

export type View = "grid" | "list";

export const viewOf = (params: URLSearchParams): View => (params.get("view") === "list" ? "list" : "grid");

const VIEWS = [
  { view: "grid", Icon: IconLayoutGrid },
  { view: "list", Icon: IconList },
] as const;

/** Links to the grid and the list view. They work without JavaScript. */
function ViewLinks({ current }: { current: View }) {
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
