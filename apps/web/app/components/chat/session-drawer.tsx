import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import IconMessages from "@tabler/icons-react/dist/esm/icons/IconMessages.mjs";
import { useTranslations } from "use-intl/react";
import { SideDrawer } from "../page/side-sheet";
import { SessionList, type SessionListProps } from "./session-list";

/** The list of chats where there is no room for it beside the conversation. */
export function SessionDrawer(list: SessionListProps) {
  const t = useTranslations("chat");
  const [isOpen, drawer] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        hiddenFrom="md"
        style={{ flexShrink: 0 }}
        leftSection={<IconMessages size={16} aria-hidden />}
        onClick={drawer.open}
      >
        {t("chats")}
      </Button>
      <SideDrawer
        opened={isOpen}
        onClose={drawer.close}
        title={t("chats")}
        size="xs"
        closeButtonProps={{ "aria-label": t("close") }}
      >
        <SessionList {...list} onChoose={drawer.close} />
      </SideDrawer>
    </>
  );
}
