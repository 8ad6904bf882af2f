import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import classes from "./message-log.module.css";

const ANSWER_WIDTHS = ["95%", "88%", "92%", "60%"];

/** A conversation that is being loaded, in the shape it will have. */
export function ConversationSkeleton() {
  const t = useTranslations("chat");
  return (
    <div className={classes["frame"]}>
      <VisuallyHidden role="status">{t("loading")}</VisuallyHidden>
      <div className={classes["messages"]} aria-hidden>
        <TurnSkeleton questionWidth="45%" />
        <TurnSkeleton questionWidth="60%" />
      </div>
    </div>
  );
}

function TurnSkeleton({ questionWidth }: { questionWidth: string }) {
  return (
    <>
      <Skeleton height={40} width={questionWidth} radius="lg" ml="auto" />
      <div>
        {ANSWER_WIDTHS.map((width) => (
          <Skeleton key={width} height={12} width={width} mt="sm" radius="sm" />
        ))}
      </div>
    </>
  );
}
