import { TextInput, type TextInputProps } from "@mantine/core";
import { useTranslations } from "use-intl/react";

export function EmailField(props: TextInputProps) {
  const t = useTranslations("auth");
  return (
    <TextInput
      label={t("email")}
      name="email"
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      {...props}
    />
  );
}
