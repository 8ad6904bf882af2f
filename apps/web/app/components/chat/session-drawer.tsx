import { Button, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import IconMessages from "@tabler/icons-react/dist/esm/icons/IconMessages.mjs";
import type { ListPage } from "../page/use-pages";
import { type ChatSession, SessionList } from "./session-list";

/** The list of chats where there is no room for it beside the conversation. */
export function SessionDrawer({ first, currentId }: { first: ListPage<ChatSession>; currentId: string | null }) {
  const [isOpen, drawer] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        hiddenFrom="md"
        leftSection={<IconMessages size={16} aria-hidden />}
        onClick={drawer.open}
        style={{ flexShrink: 0 }}
      >
        Chats
      </Button>
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        title="Chats"
        size="xs"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <SessionList first={first} currentId={currentId} onChoose={drawer.close} />
      </Drawer>
    </>
  );
}
