import { Anchor, Box, List, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { SiteFooter } from "../landing/site-layout";
import type { LegalSection, LegalText } from "./legal-text";

interface LegalPageProps {
  isSignedIn: boolean;
  /** Language of the text, which may differ from the page's. */
  language: string;
  text: LegalText;
  updatedAt: Date | null;
}

/** The terms, the privacy policy or the contact page. Works without JavaScript. */
export function LegalPage({ isSignedIn, language, text, updatedAt }: LegalPageProps) {
  const t = useTranslations("landing.legal");
  const format = useFormat();
  return (
    <>
      <Box component="article" lang={language} maw={720} mx="auto" pt={{ base: "md", sm: "xl" }} pb="xl">
        <Title order={1} mb="sm">
          {text.title}
        </Title>
        <Text c="dimmed" size="lg" mb="xl">
          {text.intro}
        </Text>
        <Stack gap="xl">
          {text.sections.map((section) => (
            <LegalSectionText key={section.heading} section={section} />
          ))}
        </Stack>
        {updatedAt ? (
          <Text c="dimmed" size="sm" mt="xl">
            {t("updated", { date: format.date(updatedAt) })}
          </Text>
        ) : null}
      </Box>
      <SiteFooter isSignedIn={isSignedIn} />
    </>
  );
}

function LegalSectionText({ section: { heading, paragraphs = [], items = [], email } }: { section: LegalSection }) {
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h3">
        {heading}
      </Title>
      {paragraphs.map((paragraph) => (
        <Text key={paragraph}>{paragraph}</Text>
      ))}
      {items.length > 0 ? (
        <List spacing={6}>
          {items.map((item) => (
            <List.Item key={item}>{item}</List.Item>
          ))}
        </List>
      ) : null}
      {email === undefined ? null : (
        <Anchor href={`mailto:${email}`} w="fit-content">
          {email}
        </Anchor>
      )}
    </Stack>
  );
}
