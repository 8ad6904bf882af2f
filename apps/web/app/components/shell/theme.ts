import { Anchor, type CSSVariablesResolver, createTheme } from "@mantine/core";

/** The darkest shade: white text on anything lighter is hard to read. */
const PRIMARY_SHADE = 9;

export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: PRIMARY_SHADE,
  defaultRadius: "md",
  cursorType: "pointer",
  components: {
    // Within a text, colour alone does not tell a link from the words around it.
    Anchor: Anchor.extend({ defaultProps: { underline: "always" } }),
  },
});

/** Quiet texts in a contrast of 4.5 to 1 and more, which the defaults miss. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-7)",
    "--mantine-color-teal-light-color": "color-mix(in srgb, var(--mantine-color-teal-9) 85%, black)",
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "var(--mantine-color-dark-1)",
  },
});
