import { Anchor, Box, Group, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { LOCALES, languageName, pathInLocale } from "~/i18n/locale";
import { useLocalePath } from "~/i18n/page-language";
import { rememberLocale } from "~/i18n/suggested-locale";
import classes from "./landing.module.css";

interface SiteSectionProps {
  title: string;
  isTitleHidden?: boolean;
  description?: ReactNode;
  id?: string;
  children: ReactNode;
}

/** A section of a public page. A hidden title keeps the heading order for screen readers. */
export function SiteSection({ title, isTitleHidden = false, description, id, children }: SiteSectionProps) {
  const heading = <Title order={2}>{title}</Title>;
  return (
    <Box component="section" className={classes["section"] ?? ""} {...(id ? { id } : {})}>
      {isTitleHidden ? (
        <VisuallyHidden>{heading}</VisuallyHidden>
      ) : (
        <Stack gap={8} align="center" ta="center" mb={{ base: "lg", sm: "xl" }}>
          {heading}
          {description ? (
            <Text c="dimmed" maw={560} style={{ textWrap: "balance" }}>
              {description}
            </Text>
          ) : null}
        </Stack>
      )}
      {children}
    </Box>
  );
}

export function SiteFooter({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations("landing");
  const path = useLocalePath();
  const current = useLocale();
  const { pathname, search } = useLocation();
  const links = [
    { to: "/pricing", text: t("footer.pricing") },
    { to: "/developers", text: t("footer.developers") },
    ...(isSignedIn
      ? [{ to: "/dashboard", text: t("footer.dashboard") }]
      : [
          { to: "/sign-in", text: t("footer.signIn") },
          { to: "/sign-up", text: t("footer.signUp") },
        ]),
    { to: "/terms", text: t("footer.terms") },
    { to: "/privacy", text: t("footer.privacy") },
    { to: "/contact", text: t("footer.contact") },
  ];
  return (
    <footer className={classes["footer"]}>
      <Text size="sm" c="dimmed">
        {t("footer.note")}
      </Text>
      <Group component="nav" gap="4px 20px" aria-label={t("footer.links")}>
        {links.map(({ to, text }) => (
          <Anchor key={to} component={Link} to={path(to)} size="sm" c="dimmed" underline="hover" py={4}>
            {text}
          </Anchor>
        ))}
      </Group>
      <Group component="nav" gap="lg" aria-label={t("footer.languages")}>
        {LOCALES.map((locale) => (
          <Anchor
            key={locale}
            href={`${pathInLocale(pathname, locale)}${search}`}
            lang={locale}
            hrefLang={locale}
            onClick={() => rememberLocale(locale)}
            aria-current={locale === current ? "true" : undefined}
            size="sm"
            c="dimmed"
            underline="hover"
            py={4}
          >
            {languageName(locale)}
          </Anchor>
        ))}
      </Group>
    </footer>
  );
}
