import {
  Anchor,
  Button,
  Card,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Paper,
  type VariantColorsResolver,
} from "@mantine/core";

/** The accent color. White text has enough contrast on shade 7 and darker, dark text on shade 4 and lighter. */
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

/** The second color: highlights, offers and illustrations. White text has enough contrast on shade 7 and darker. */
const CORAL: MantineColorsTuple = [
  "#fff1ec",
  "#ffe0d5",
  "#ffc0ab",
  "#ff9c7c",
  "#fb7f58",
  "#f4683d",
  "#dc4c20",
  "#b93a13",
  "#932d0d",
  "#702109",
];

/** Warm greys, from page background (0) to text (9), for light mode. */
const GRAY: MantineColorsTuple = [
  "#faf8f4",
  "#f3f0ea",
  "#eae6dd",
  "#dedacf",
  "#c9c4b7",
  "#a8a396",
  "#817d72",
  "#59564e",
  "#3c3a35",
  "#24231f",
];

/** Greys with a tint of green, from text (0) to page background (9), for dark mode. */
const DARK: MantineColorsTuple = [
  "#dfe7e3",
  "#b6c2bc",
  "#97a59e",
  "#6a7871",
  "#35423c",
  "#28332e",
  "#1b2420",
  "#131b17",
  "#0d1310",
  "#080d0b",
];

/** The fonts after the first show until it is loaded (fonts.css), and what it lacks, such as Chinese. */
const SANS =
  '"Inter Variable", "Inter on Arial", "Inter on Roboto", "Inter on DejaVu", -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif';
const DISPLAY = `"Bricolage Grotesque Variable", "Bricolage on Arial", "Bricolage on Roboto", "Bricolage on DejaVu", ${SANS}`;

/** Text on the primary color: white on the dark mint of light mode, nearly black on the light mint of dark mode. */
const colorVariants: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isPrimary = input.color === undefined || input.color === input.theme.primaryColor;
  return input.variant === "filled" && isPrimary
    ? { ...colors, color: "var(--mantine-primary-color-contrast)" }
    : colors;
};

export const theme = createTheme({
  primaryColor: "mint",
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver: colorVariants,
  colors: { mint: MINT, coral: CORAL, gray: GRAY, dark: DARK },
  black: "#17211c",
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: SANS,
  headings: {
    fontFamily: DISPLAY,
    fontWeight: "700",
    // Lines of similar length: no heading ends with a single word, or a single character in Chinese.
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "clamp(2.25rem, 5.5vw, 3.75rem)", lineHeight: "1.05" },
      h2: { fontSize: "clamp(1.625rem, 3vw, 2rem)", lineHeight: "1.2" },
      h3: { fontSize: "1.3125rem", lineHeight: "1.3" },
      h4: { fontSize: "1.125rem", lineHeight: "1.4" },
    },
  },
  components: {
    // A long address in a provider's message wraps, and does not cut off the text after it.
    Alert: { styles: { body: { overflowWrap: "anywhere" } } },
    // WCAG: links within text must not differ by color alone.
    Anchor: Anchor.extend({ defaultProps: { underline: "always" } }),
    Button: Button.extend({ defaultProps: { radius: "xl" } }),
    Card: Card.extend({ defaultProps: { withBorder: true, radius: "lg", padding: "lg" } }),
    Paper: Paper.extend({ defaultProps: { radius: "lg" } }),
  },
});

/** Of Mantine's own colors, those that the pages use. */
const OTHER_COLORS = ["red", "yellow", "orange", "blue", "grape"];

/** Raises the contrast of text to at least 4.5:1, which Mantine's defaults miss, and sets the background of pages. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { "--app-font-display": DISPLAY },
  light: {
    ...Object.fromEntries(OTHER_COLORS.flatMap(darkenText)),
    "--mantine-primary-color-contrast": "var(--mantine-color-white)",
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-7)",
    "--mantine-color-mint-light-color": "var(--mantine-color-mint-8)",
    "--mantine-color-coral-light-color": "var(--mantine-color-coral-8)",
    "--mantine-color-coral-text": "var(--mantine-color-coral-7)",
    "--mantine-color-anchor": "var(--mantine-color-mint-7)",
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-red-filled": "var(--mantine-color-red-9)",
    "--app-page-background": "var(--mantine-color-gray-0)",
  },
  dark: {
    // Mantine derives these from the primary shade, which would leave them almost white.
    ...Object.fromEntries(
      OTHER_COLORS.map((color) => [`--mantine-color-${color}-light-color`, `var(--mantine-color-${color}-3)`]),
    ),
    "--mantine-primary-color-contrast": "#04251a",
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "var(--mantine-color-dark-2)",
    "--mantine-color-mint-light-color": "var(--mantine-color-mint-3)",
    "--mantine-color-coral-light-color": "var(--mantine-color-coral-3)",
    "--mantine-color-coral-text": "var(--mantine-color-coral-3)",
    "--mantine-color-anchor": "var(--mantine-color-mint-4)",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-red-filled": "var(--mantine-color-red-9)",
    "--mantine-color-body": "var(--mantine-color-dark-7)",
    "--mantine-color-default": "var(--mantine-color-dark-6)",
    "--mantine-color-default-hover": "var(--mantine-color-dark-5)",
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
