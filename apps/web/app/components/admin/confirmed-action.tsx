import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ActionDialog } from "./deed-dialog";

interface ConfirmedActionProps {
  /** On the button, and on the dialog's. */
  label: string;
  title: string;
  /** What it will mean. */
  effect: string;
  isDangerous?: boolean;
  call: { isPending: boolean; error: unknown };
  onConfirm: (close: () => void) => void;
}

/** A button in a table whose action is explained before it is taken. */
export function ConfirmedAction({ label, title, effect, isDangerous = false, call, onConfirm }: ConfirmedActionProps) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={dialog.open}>
        {label}
      </Button>
      <ActionDialog
        title={title}
        submitLabel={label}
        isOpen={isOpen}
        onClose={dialog.close}
        isDangerous={isDangerous}
        call={call}
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm(dialog.close);
        }}
      >
        <Text size="sm">{effect}</Text>
      </ActionDialog>
    </>
  );
}
