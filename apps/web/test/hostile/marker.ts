/** What every planted script, page and text holds: nothing that is stored may. */
export const MARKER = "PLANTED-5e1f9c";
export const SCRIPT = `<script>alert("${MARKER}")</script>`;
export const PHP = `<?php system("${MARKER}"); ?>`;
export const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" onload="alert('${MARKER}')">${SCRIPT}</svg>`;
export const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${SCRIPT}</rdf:RDF></x:xmpmeta>`;

export interface HostileFile {
  what: string;
  bytes: Uint8Array;
  /** As the form says; `image/png` and `boat.png` where it is not of interest. */
  type?: string;
  name?: string;
}
