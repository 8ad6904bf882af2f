import { dimensionProblem, PICTURE_MAX_BYTES, type PictureProblem, type ReferenceKind } from "./picture-problem";
import { SNIFF_BYTES, sniffPicture } from "./sniff-picture";

export type Inspection = { ok: true; file: File } | { ok: false; problem: PictureProblem };

/** Looks at a file as the service will, in the same order; the file comes back with the content type it really has. */
export async function inspectPicture(kind: ReferenceKind, file: File): Promise<Inspection> {
  const type = sniffPicture(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()));
  if (type === null) return { ok: false, problem: "noPicture" };
  if (file.size > PICTURE_MAX_BYTES) return { ok: false, problem: "tooLarge" };
  const picture = new File([file], file.name, { type });
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) return { ok: false, problem: "unreadable" };
  const problem = dimensionProblem(kind, bitmap.width, bitmap.height);
  bitmap.close();
  return problem ? { ok: false, problem } : { ok: true, file: picture };
}
