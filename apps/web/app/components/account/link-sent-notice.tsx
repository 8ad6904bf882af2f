import { Alert } from "@mantine/core";
import IconMail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";

export function LinkSentNotice() {
  return (
    <Alert icon={<IconMail aria-hidden />} title="Check your mail" role="status">
      If the address is right, a link to sign in is on its way. It is valid for 15 minutes.
    </Alert>
  );
}
