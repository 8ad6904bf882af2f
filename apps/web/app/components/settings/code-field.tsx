import { TextInput, type TextInputProps } from "@mantine/core";
import { useTranslations } from "use-intl/react";

export function CodeField(props: TextInputProps) {
  const t = useTranslations("secondFactor");
  return <TextInput label={t("code")} autoComplete="one-time-code" spellCheck={false} maxLength={40} {...props} />;
}
