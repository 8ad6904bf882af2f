import { Anchor, Card, type CSSVariablesResolver, createTheme, type MantineColorsTuple, Paper } from "@mantine/core";

/** The accent color. White text has enough contrast on shade 7 and darker. */
const MINT: MantineColorsTuple = [
  "#e9fbf4",
  "#cff5e5",
  "#9eeacb",
  "#67dcae",
  "#37cc93",
  "#14b57c",
  "#079867",
  "#067a55",
  "#076146",
  "#074c38",
];

/** Greys with a tint of the accent color. From text (0) to the page background (9). */
const DARK: MantineColorsTuple = [
  "#d5dbd9",
  "#b3bcb9",
  "#98a39f",
  "#6b7773",
  "#3b4542",
  "#2c3532",
  "#212927",
  "#181f1d",
  "#121816",
  "#0c100f",
];

const SANS =
  '"Inter Variable", -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif';

export const theme = createTheme({
  primaryColor: "mint",
  primaryShade: 7,
  colors: { mint: MINT, dark: DARK },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: SANS,
  headings: {
    fontFamily: SANS,
    fontWeight: "650",
    sizes: {
      h1: { fontSize: "clamp(2rem, 5vw, 3rem)", lineHeight: "1.1" },
      h2: { fontSize: "1.625rem", lineHeight: "1.25" },
      h3: { fontSize: "1.25rem", lineHeight: "1.35" },
      h4: { fontSize: "1.0625rem", lineHeight: "1.4" },
    },
  },
  components: {
    // WCAG: links within text must not differ by color alone.
    Anchor: Anchor.extend({ defaultProps: { underline: "always" } }),
    Card: Card.extend({ defaultProps: { withBorder: true, radius: "lg", padding: "lg" } }),
    Paper: Paper.extend({ defaultProps: { radius: "lg" } }),
  },
});

/** Raises the contrast of text to at least 4.5:1, which Mantine's defaults miss, and sets the background of pages. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...Object.fromEntries(["red", "yellow", "orange", "blue", "grape"].flatMap(darkenText)),
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-7)",
    "--mantine-color-mint-light-color": "var(--mantine-color-mint-8)",
    "--mantine-color-anchor": "var(--mantine-color-mint-7)",
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-red-filled": "var(--mantine-color-red-9)",
    "--app-page-background": "#f7f9f8",
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "var(--mantine-color-dark-1)",
    "--mantine-color-mint-light-color": "var(--mantine-color-mint-3)",
    "--mantine-color-anchor": "var(--mantine-color-mint-4)",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-red-filled": "var(--mantine-color-red-9)",
    "--mantine-color-body": "var(--mantine-color-dark-7)",
    "--app-page-background": "var(--mantine-color-dark-8)",
  },
});

/** Text in `color`, dark enough for a contrast of 4.5:1 on white and on the color's light variant. */
function darkenText(color: string): [string, string][] {
  const dark = `color-mix(in srgb, var(--mantine-color-${color}-9) 75%, black)`;
  return [
    [`--mantine-color-${color}-text`, dark],
    [`--mantine-color-${color}-light-color`, dark],
  ];
}
