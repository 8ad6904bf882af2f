/** What was asked for besides the prompt; what was left to the model is not there. */
export interface GenerationSettings {
  size?: string;
  durationSeconds?: number;
  resolution?: string;
  watermark?: boolean;
  cameraFixed?: boolean;
}

/** The settings in a generation's metadata, which is JSON text. What cannot be read is left out. */
export function readSettings(metadata: string): GenerationSettings {
  const { size, duration, resolution, watermark, cameraFixed } = parseMetadata(metadata);
  return {
    ...(typeof size === "string" ? { size } : {}),
    ...(typeof duration === "number" ? { durationSeconds: duration } : {}),
    ...(typeof resolution === "string" ? { resolution } : {}),
    ...(typeof watermark === "boolean" ? { watermark } : {}),
    ...(typeof cameraFixed === "boolean" ? { cameraFixed } : {}),
  };
}

function parseMetadata(metadata: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(metadata);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
