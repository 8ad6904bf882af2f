import { type CSSVariablesResolver, createTheme } from "@mantine/core";

/** The darkest shade: white text on anything lighter is hard to read. */
const PRIMARY_SHADE = 9;

export const theme = createTheme({
  primaryColor: "teal",
  primaryShade: PRIMARY_SHADE,
  defaultRadius: "md",
  cursorType: "pointer",
});

/** Secondary text in a contrast that can be read by everyone, which the defaults miss. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { "--mantine-color-dimmed": "var(--mantine-color-gray-7)" },
  dark: { "--mantine-color-dimmed": "var(--mantine-color-dark-1)" },
});
