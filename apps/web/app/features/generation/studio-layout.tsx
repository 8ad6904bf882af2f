import { Box, Button, Card, Stack } from "@mantine/core";
import { useDisclosure, useReducedMotion } from "@mantine/hooks";
import IconAdjustmentsHorizontal from "@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs";
import { type ReactNode, type RefObject, useCallback, useRef } from "react";
import { useTranslations } from "use-intl/react";
import classes from "./studio-layout.module.css";

interface StudioLayoutProps {
  controls: ReactNode;
  canvas: ReactNode;
  canvasRef: RefObject<HTMLDivElement>;
}

/** A narrow column of controls next to a large canvas. On phones the canvas follows the controls. */
export function StudioLayout({ controls, canvas, canvasRef }: StudioLayoutProps) {
  return (
    <div className={classes["studio"]}>
      <Card padding="md" className={classes["controls"] ?? ""}>
        {controls}
      </Card>
      <div ref={canvasRef} className={classes["canvas"]}>
        {canvas}
      </div>
    </div>
  );
}

/** The canvas, and a function that scrolls it into view where it is below the controls. Call it before the canvas changes. */
export function useCanvas() {
  const canvasRef = useRef<HTMLDivElement>(null);
  const isMotionReduced = useReducedMotion();
  const showCanvas = useCallback(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    keepHeight(canvas);
    if (canvas.getBoundingClientRect().top < window.innerHeight / 2) return;
    canvas.scrollIntoView({ behavior: isMotionReduced ? "auto" : "smooth", block: "start" });
  }, [isMotionReduced]);
  return { canvasRef, showCanvas };
}

/**
 * Keeps the canvas from getting shorter: its progress card is lower than the samples. The page would scroll up, and the second click of a
 * double click on Generate would choose an option.
 */
function keepHeight(canvas: HTMLElement): void {
  canvas.style.minHeight = `${canvas.offsetHeight}px`;
  const release = () => {
    canvas.style.minHeight = "";
  };
  window.addEventListener("resize", release, { once: true });
}

/** The options of a form. Phones show a button that opens them, so that the canvas stays near the prompt. */
export function StudioOptions({ children }: { children: ReactNode }) {
  const t = useTranslations("studio");
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        className={classes["toggle"] ?? ""}
        aria-expanded={isOpen}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={toggle}
      >
        {t("options")}
      </Button>
      <Box className={classes["options"] ?? ""} data-open={isOpen || undefined}>
        <Stack gap="lg">{children}</Stack>
      </Box>
    </>
  );
}
