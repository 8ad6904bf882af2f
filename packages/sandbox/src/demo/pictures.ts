import sharp from "sharp";
import {
  balloons,
  dunes,
  forest,
  lighthouse,
  type Motif,
  meadow,
  mountains,
  type Palette,
  planet,
  sailing,
  skyline,
} from "./motifs";
import { fans, poster, ribbons } from "./patterns";
import { createRandom } from "./random";

/** A picture of the demo shop, and the prompt that it illustrates. */
export interface Picture {
  prompt: string;
  motif: Motif;
  palette: Palette;
  shape: keyof typeof SHAPES;
}

const SHAPES = { wide: [1152, 768], square: [896, 896], tall: [768, 1024] } as const;

const DAWN: Palette = {
  sky: ["#2b2d5b", "#c66b7c", "#ffd3a1"],
  land: ["#b0788f", "#7d5a86", "#4d4270", "#272a4d"],
  light: "#fff0c4",
};
const NIGHT: Palette = {
  sky: ["#070b24", "#16264f", "#36597d"],
  land: ["#26466a", "#183453", "#0f2440", "#081529"],
  light: "#ffe9a8",
};
const DESERT: Palette = {
  sky: ["#1c1440", "#8a3f5c", "#f3a25f"],
  land: ["#e79b57", "#c96f3f", "#9b4a37", "#5e2c33"],
  light: "#fff4d8",
};
const POLAR: Palette = {
  sky: ["#04101f", "#0a2f3d", "#1d6a63"],
  land: ["#12493f", "#0b332f", "#072420", "#031412"],
  light: "#6dffc0",
};
const SEA: Palette = {
  sky: ["#16365c", "#5f8fb4", "#f6d9b8"],
  land: ["#5a93ad", "#37738f", "#235570", "#143a52"],
  light: "#ffeec2",
};
const CANDY: Palette = {
  sky: ["#4c2a85", "#d9659b", "#ffc8a2"],
  land: ["#ff7b89", "#f9a26c", "#7a5fb5", "#3f3a77"],
  light: "#fff5e1",
};
const MOSS: Palette = {
  sky: ["#8fc7d8", "#cfe8de", "#fbf4d9"],
  land: ["#e2725b", "#f2b84b", "#8f6fb0", "#3d7052"],
  light: "#fffbe6",
};
const INK: Palette = {
  sky: ["#f3ead8", "#ecdfc6", "#e2d1b0"],
  land: ["#b8402f", "#e0a343", "#2d4f63", "#1b2a33"],
  light: "#f7f1e3",
};
const LAGOON: Palette = {
  sky: ["#063a47", "#0d6b74", "#7fd1c0"],
  land: ["#138a8a", "#0d5f6b", "#f08a5d", "#08303b"],
  light: "#ffe6b3",
};
const VIOLET: Palette = {
  sky: ["#0b0620", "#2a1353", "#5a2a83"],
  land: ["#f2a65a", "#d96c75", "#9a4c95", "#57307d"],
  light: "#ffd9a0",
};

/** Every picture is drawn by this repository. None is a model's output. */
export const PICTURES: readonly Picture[] = [
  {
    prompt: "Misty mountain ranges at dawn, soft pastel layers, a low sun",
    motif: mountains,
    palette: DAWN,
    shape: "wide",
  },
  { prompt: "A lighthouse at dusk, its beam over calm waves", motif: lighthouse, palette: SEA, shape: "tall" },
  { prompt: "Northern lights above a dark pine forest, long exposure", motif: forest, palette: POLAR, shape: "wide" },
  {
    prompt: "A ringed planet drifting among stars, retro science-fiction poster",
    motif: planet,
    palette: VIOLET,
    shape: "square",
  },
  { prompt: "City skyline at night, thousands of lit windows", motif: skyline, palette: NIGHT, shape: "wide" },
  { prompt: "Hot-air balloons over rolling hills on a summer morning", motif: balloons, palette: MOSS, shape: "tall" },
  { prompt: "Desert dunes under a rising moon, warm to cool gradient", motif: dunes, palette: DESERT, shape: "wide" },
  {
    prompt: "A small sailing boat against the setting sun, paper-cut style",
    motif: sailing,
    palette: CANDY,
    shape: "square",
  },
  { prompt: "Japanese wave pattern in vermilion, ochre and indigo", motif: fans, palette: INK, shape: "square" },
  { prompt: "Flowing ribbons of colour, like silk in the wind", motif: ribbons, palette: VIOLET, shape: "tall" },
  { prompt: "Bauhaus poster, circles and bars in a strict grid", motif: poster, palette: INK, shape: "tall" },
  { prompt: "Wildflower meadow in June, low viewpoint, hazy sun", motif: meadow, palette: MOSS, shape: "wide" },
  {
    prompt: "晨雾中的山峦，水墨层次，远处一轮红日",
    motif: mountains,
    palette: {
      ...DAWN,
      sky: ["#d9d4c7", "#e6dccb", "#f3ead9"],
      land: ["#a9adab", "#7b8587", "#4e5b61", "#263036"],
      light: "#c9422f",
    },
    shape: "tall",
  },
  {
    prompt: "夜色中的城市，霓虹与满月",
    motif: skyline,
    palette: {
      ...CANDY,
      sky: ["#120a33", "#45185e", "#a33b7a"],
      land: ["#37194f", "#25123f", "#170b2d", "#0d061d"],
      light: "#ffd27d",
    },
    shape: "tall",
  },
  {
    prompt: "A teal lagoon at noon, one sailing boat, travel-poster look",
    motif: sailing,
    palette: LAGOON,
    shape: "wide",
  },
  { prompt: "Alpine peaks after sunset, deep blue hour", motif: mountains, palette: NIGHT, shape: "square" },
  {
    prompt: "星空下的沙丘，银色月光",
    motif: dunes,
    palette: { ...NIGHT, land: ["#6f7fa6", "#4c5c87", "#32406a", "#1b2548"] },
    shape: "wide",
  },
  {
    prompt: "A gas giant in emerald and gold, deep-space photograph",
    motif: planet,
    palette: { ...POLAR, land: ["#0f7a68", "#d8b45a", "#1b5b57", "#8fd3b6"], light: "#f6e2a4" },
    shape: "wide",
  },
  { prompt: "Silk currents in teal and coral, abstract wallpaper", motif: ribbons, palette: LAGOON, shape: "wide" },
  {
    prompt: "Storm light on a lighthouse cliff, dramatic sky",
    motif: lighthouse,
    palette: { ...NIGHT, sky: ["#1a1d2e", "#4a4a63", "#b58a72"] },
    shape: "wide",
  },
  { prompt: "Candy-coloured balloons at sunset, dreamy mood", motif: balloons, palette: CANDY, shape: "wide" },
  { prompt: "Geometric tiles in sea green and sand, seamless pattern", motif: fans, palette: LAGOON, shape: "square" },
  { prompt: "Poster of a music festival, bold shapes, warm colours", motif: poster, palette: CANDY, shape: "square" },
  {
    prompt: "Poppies at golden hour, painterly",
    motif: meadow,
    palette: { ...DESERT, sky: ["#6b8fb3", "#f0c79a", "#ffe6bd"], land: ["#d8432f", "#ef7d4f", "#f3b562", "#54672f"] },
    shape: "square",
  },
];

const JPEG_QUALITY = 84;

/** In pixels. */
export function sizeOf({ shape }: Picture): { width: number; height: number } {
  const [width, height] = SHAPES[shape];
  return { width, height };
}

/** Draws a picture as JPEG. The same picture has the same bytes. */
export async function drawPicture(picture: Picture): Promise<Buffer> {
  const { width, height } = sizeOf(picture);
  const random = createRandom(PICTURES.indexOf(picture) + 17);
  const content = picture.motif({ width, height, random }, picture.palette);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: JPEG_QUALITY }).toBuffer();
}
