import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Box, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useChatPrice } from "../credits/chat-price";
import classes from "./questions.module.css";

/** Frequently asked questions. Works without JavaScript. */
export function Questions({ refundsFailures }: { refundsFailures: boolean }) {
  const t = useTranslations("pricing");
  const questions = [
    {
      question: t("questions.costs"),
      answer: t("answers.costs", { chat: useChatPrice(), image: IMAGE_COST_CREDITS, video: VIDEO_COST_CREDITS }),
    },
    { question: t("questions.instalments"), answer: t("answers.instalments") },
    { question: t("questions.failures"), answer: t(refundsFailures ? "answers.refunded" : "answers.notRefunded") },
    { question: t("questions.cancelling"), answer: t("answers.cancelling") },
    { question: t("questions.expiry"), answer: t("answers.expiry") },
    { question: t("questions.payment"), answer: t("answers.payment") },
  ];
  return (
    <Box maw={760} mx="auto">
      {questions.map(({ question, answer }) => (
        <details key={question} className={classes["question"]}>
          <summary>{question}</summary>
          <Text c="dimmed" className={classes["answer"] ?? ""}>
            {answer}
          </Text>
        </details>
      ))}
    </Box>
  );
}
