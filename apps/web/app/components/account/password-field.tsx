import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl/react";

type PasswordFieldProps = Omit<PasswordInputProps, "visible" | "visibilityToggleButtonProps">;

/** A password, hidden until one asks to see it, by keyboard as well. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useTranslations("auth");
  const [isShown, setIsShown] = useState(false);
  return (
    <PasswordInput
      name="password"
      required
      withAsterisk={false}
      visible={isShown}
      onVisibilityChange={setIsShown}
      visibilityToggleButtonProps={{ "aria-label": t("showCharacters"), tabIndex: 0 }}
      {...props}
    />
  );
}
