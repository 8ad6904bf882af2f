import { Box, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./landing.module.css";

interface SiteSectionProps {
  title: string;
  isTitleHidden?: boolean;
  description?: ReactNode;
  id?: string;
  children: ReactNode;
}

/** A part of the landing page, with air around it. */
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
            <Text c="dimmed" maw={560}>
              {description}
            </Text>
          ) : null}
        </Stack>
      )}
      {children}
    </Box>
  );
}
