import { Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import classes from "./chat-sample.module.css";

/** A conversation as the product shows it. */
export function ChatSample() {
  const t = useTranslations("landing");
  const bold = { b: (text: React.ReactNode) => <strong>{text}</strong> };
  return (
    <figure className={classes["sample"]} aria-label={t("chat.sampleLabel")}>
      <Text className={classes["asked"] ?? ""}>{t("chat.asked")}</Text>
      <div className={classes["answer"]}>
        <Text>{t("chat.answer")}</Text>
        <ol className={classes["list"]}>
          <li>{t.rich("chat.first", bold)}</li>
          <li>{t.rich("chat.second", bold)}</li>
          <li>{t.rich("chat.third", bold)}</li>
        </ol>
      </div>
      <Text className={classes["asked"] ?? ""}>{t("chat.followUp")}</Text>
      <div className={classes["answer"]}>
        <Text>
          {t("chat.lastAnswer")}
          <span className={classes["caret"]} aria-hidden />
        </Text>
      </div>
    </figure>
  );
}
