import type { ApiOutputs } from "@app/api/root";
import classes from "./qr-code.module.css";

interface QrCodeProps {
  drawing: ApiOutputs["secondFactor"]["begin"]["qrCode"];
  label: string;
}

/** Dark on light in either theme: many cameras read nothing else. */
export function QrCode({ drawing: { size, path }, label }: QrCodeProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes["code"]}
    >
      <path d={path} />
    </svg>
  );
}
