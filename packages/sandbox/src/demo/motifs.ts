import type { Random } from "./random";

export interface Canvas {
  width: number;
  height: number;
  random: Random;
}

/** Colours from the top of the sky to the nearest ground, and the light. */
export interface Palette {
  sky: readonly [string, string, string];
  land: readonly string[];
  light: string;
}

/** Draws the inside of an SVG. */
export type Motif = (canvas: Canvas, palette: Palette) => string;

export const at = (value: number) => value.toFixed(1);

export function sky({ width, height }: Canvas, { sky: [top, middle, low] }: Palette): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#sky)"/>`;
}

/** A disc with a halo. */
function glow(x: number, y: number, radius: number, colour: string): string {
  return `<defs><radialGradient id="halo"><stop offset="0" stop-color="${colour}" stop-opacity=".75"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs><circle cx="${at(x)}" cy="${at(y)}" r="${at(radius * 3.6)}" fill="url(#halo)"/><circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${colour}"/>`;
}

function stars({ width, height, random }: Canvas, count: number, lowest = 0.7): string {
  return Array.from(
    { length: count },
    () =>
      `<circle cx="${at(random.next() * width)}" cy="${at(random.next() * height * lowest)}" r="${at(random.between(0.5, 2.1))}" fill="#fff" fill-opacity="${at(random.between(0.3, 1))}"/>`,
  ).join("");
}

/** A line of hills by sums of waves, closed at the bottom. */
function ridge(
  { width, height, random }: Canvas,
  y: number,
  amplitude: number,
  fill: string,
  roughness: number,
): string {
  const waves = [1, 2.3, 4.7, 9.1].map((frequency, index) => ({
    frequency: frequency * random.between(0.8, 1.25),
    phase: random.between(0, Math.PI * 2),
    height: amplitude * (index === 0 ? 1 : roughness ** index),
  }));
  const points = Array.from({ length: 97 }, (_, index) => {
    const x = index / 96;
    const offset = waves.reduce(
      (sum, wave) => sum + Math.sin(x * wave.frequency * Math.PI * 2 + wave.phase) * wave.height,
      0,
    );
    return `${at(x * width)},${at(y + offset)}`;
  });
  return `<polygon points="0,${height} ${points.join(" ")} ${width},${height}" fill="${fill}"/>`;
}

/** Ranges of hills one behind the other, with mist between them. */
function ranges(canvas: Canvas, { land, sky: [, , mist] }: Palette, from: number, roughness: number): string {
  const { width, height } = canvas;
  return land
    .map((colour, index) => {
      const y = height * (from + ((1 - from) * (index + 0.35)) / land.length);
      const veil = `<rect y="${at(y - height * 0.04)}" width="${width}" height="${at(height * 0.2)}" fill="${mist}" fill-opacity="${at(0.22 * (1 - index / land.length))}"/>`;
      return ridge(canvas, y, height * (0.075 - index * 0.008), colour, roughness) + veil;
    })
    .join("");
}

export const mountains: Motif = (canvas, palette) =>
  sky(canvas, palette) +
  glow(canvas.width * canvas.random.between(0.25, 0.75), canvas.height * 0.36, canvas.height * 0.07, palette.light) +
  ranges(canvas, palette, 0.42, 0.55);

export const dunes: Motif = (canvas, palette) =>
  sky(canvas, palette) +
  stars(canvas, 90, 0.45) +
  glow(canvas.width * 0.72, canvas.height * 0.24, canvas.height * 0.06, palette.light) +
  ranges(canvas, palette, 0.5, 0.22);

export const forest: Motif = (canvas, palette) => {
  const { width, height, random } = canvas;
  const rows = palette.land.map((colour, row) => {
    const base = height * (0.5 + (0.5 * (row + 1)) / palette.land.length);
    const size = height * (0.16 + row * 0.07);
    const trees = Array.from({ length: Math.round(26 - row * 4) }, () => {
      const x = random.between(-0.03, 1.03) * width;
      const tall = size * random.between(0.7, 1.25);
      const tiers = [0, 1, 2, 3].map((tier) => {
        const top = base - tall + tier * tall * 0.2;
        const half = tall * (0.09 + tier * 0.05);
        return `<polygon points="${at(x)},${at(top)} ${at(x - half)},${at(top + tall * 0.34)} ${at(x + half)},${at(top + tall * 0.34)}"/>`;
      });
      return tiers.join("");
    });
    return `<g fill="${colour}">${trees.join("")}<rect y="${at(base - 2)}" width="${width}" height="${height}"/></g>`;
  });
  return sky(canvas, palette) + stars(canvas, 110, 0.5) + curtains(canvas, palette) + rows.join("");
};

/** Soft vertical bands of light. */
function curtains({ width, height, random }: Canvas, { light }: Palette): string {
  const bands = Array.from({ length: 22 }, (_, index) => {
    const x = (index / 22) * width + Math.sin(index / 2.4) * width * 0.03;
    const top = height * (0.12 + Math.sin(index / 3.1) * 0.07);
    return `<rect x="${at(x)}" y="${at(top)}" width="${at(width * 0.05)}" height="${at(height * random.between(0.22, 0.36))}" fill="url(#aurora)"/>`;
  });
  return `<defs><linearGradient id="aurora" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light}" stop-opacity="0"/><stop offset=".6" stop-color="${light}" stop-opacity=".42"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></linearGradient><filter id="soft"><feGaussianBlur stdDeviation="9"/></filter></defs><g filter="url(#soft)">${bands.join("")}</g>`;
}

export const lighthouse: Motif = (canvas, palette) => {
  const { width, height } = canvas;
  const x = width * 0.66;
  const foot = height * 0.7;
  const top = height * 0.3;
  const half = width * 0.026;
  const lamp = `<polygon points="${at(x)},${at(top)} 0,${at(height * 0.12)} 0,${at(height * 0.4)}" fill="${palette.light}" fill-opacity=".28"/>`;
  const tower = `<polygon points="${at(x - half)},${at(foot)} ${at(x - half * 0.6)},${at(top + 18)} ${at(x + half * 0.6)},${at(top + 18)} ${at(x + half)},${at(foot)}" fill="#f6f1e7"/>`;
  const bands = [0.42, 0.55].map((level) => {
    const y = height * level;
    return `<rect x="${at(x - half * 0.85)}" y="${at(y)}" width="${at(half * 1.7)}" height="${at(height * 0.05)}" fill="#b8433d"/>`;
  });
  const head = `<rect x="${at(x - half * 0.8)}" y="${at(top - 14)}" width="${at(half * 1.6)}" height="32" fill="#232733"/><rect x="${at(x - half * 0.45)}" y="${at(top - 8)}" width="${at(half * 0.9)}" height="18" fill="${palette.light}"/>`;
  const cliff = `<path d="M${at(width * 0.5)},${height} Q${at(width * 0.55)},${at(foot - 12)} ${at(x)},${at(foot - 6)} T${width},${at(foot + 34)} V${height} Z" fill="${palette.land.at(-1)}"/>`;
  return (
    sky(canvas, palette) +
    stars(canvas, 60, 0.4) +
    sea(canvas, palette, 0.62) +
    lamp +
    cliff +
    tower +
    bands.join("") +
    head
  );
};

/** Rows of waves down to the bottom. */
function sea({ width, height, random }: Canvas, { land, light }: Palette, from: number): string {
  const rows = Array.from({ length: 14 }, (_, row) => {
    const y = height * (from + ((1 - from) * row) / 14);
    const crest = height * (0.004 + row * 0.0011);
    const shift = random.between(0, 80);
    const step = 26 + row * 5;
    let path = `M${at(-shift)},${at(y)}`;
    for (let x = -shift; x < width + step; x += step) path += ` q${at(step / 2)},${at(-crest * 2)} ${step},0`;
    const fill = land[Math.min(land.length - 1, Math.floor((row / 14) * land.length))];
    return `<path d="${path} V${height} H0 Z" fill="${fill}" stroke="${light}" stroke-opacity=".2"/>`;
  });
  return rows.join("");
}

export const sailing: Motif = (canvas, palette) => {
  const { width, height } = canvas;
  const x = width * 0.42;
  const y = height * 0.66;
  const boat = `<path d="M${at(x - 70)},${at(y)} h140 q-14,34 -46,34 h-52 q-30,0 -42,-34" fill="#5b3426"/><path d="M${at(x)},${at(y - 6)} v-190 q74,86 60,190 Z" fill="#fbf6ea"/><path d="M${at(x - 8)},${at(y - 6)} v-160 q-64,80 -56,160 Z" fill="#f1dcc0"/><rect x="${at(x - 5)}" y="${at(y - 200)}" width="5" height="200" fill="#4a2b20"/>`;
  return (
    sky(canvas, palette) +
    glow(width * 0.7, height * 0.42, height * 0.085, palette.light) +
    sea(canvas, palette, 0.56) +
    boat +
    sea(canvas, palette, 0.72)
  );
};

export const skyline: Motif = (canvas, palette) => {
  const { width, height, random } = canvas;
  const rows = palette.land.map((colour, row) => {
    const houses: string[] = [];
    for (let x = -20; x < width; ) {
      const wide = random.between(44, 104);
      const tall = height * random.between(0.2, 0.5) * (1 - row * 0.16);
      const y = height * (0.86 + row * 0.05) - tall;
      houses.push(`<rect x="${at(x)}" y="${at(y)}" width="${at(wide)}" height="${at(height)}" fill="${colour}"/>`);
      if (row > 0)
        for (let wy = y + 14; wy < height - 10; wy += 20)
          for (let wx = x + 9; wx < x + wide - 12; wx += 17)
            if (random.chance(0.42))
              houses.push(
                `<rect x="${at(wx)}" y="${at(wy)}" width="8" height="11" fill="${palette.light}" fill-opacity="${at(random.between(0.4, 0.95))}"/>`,
              );
      x += wide + random.between(-6, 10);
    }
    return houses.join("");
  });
  return (
    sky(canvas, palette) +
    stars(canvas, 120, 0.5) +
    glow(width * 0.2, height * 0.2, height * 0.05, palette.light) +
    rows.join("")
  );
};

export const planet: Motif = (canvas, palette) => {
  const { width, height } = canvas;
  const [x, y, radius] = [width * 0.54, height * 0.5, Math.min(width, height) * 0.24];
  const bands = palette.land.map((colour, index) => {
    const top = y - radius + ((radius * 2) / palette.land.length) * index;
    return `<rect x="${at(x - radius)}" y="${at(top)}" width="${at(radius * 2)}" height="${at(radius)}" fill="${colour}" transform="rotate(-14 ${at(x)} ${at(y)})"/>`;
  });
  const ring = (half: string) =>
    `<g transform="rotate(-14 ${at(x)} ${at(y)})" clip-path="url(#${half})"><ellipse cx="${at(x)}" cy="${at(y)}" rx="${at(radius * 1.85)}" ry="${at(radius * 0.42)}" fill="none" stroke="${palette.light}" stroke-width="${at(radius * 0.16)}" stroke-opacity=".8"/><ellipse cx="${at(x)}" cy="${at(y)}" rx="${at(radius * 1.5)}" ry="${at(radius * 0.33)}" fill="none" stroke="#fff" stroke-width="${at(radius * 0.05)}" stroke-opacity=".6"/></g>`;
  return `${sky(canvas, palette)}${stars(canvas, 260, 1)}<defs><clipPath id="ball"><circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}"/></clipPath><clipPath id="far"><rect x="${-width}" y="0" width="${width * 3}" height="${at(y)}"/></clipPath><clipPath id="near"><rect x="${-width}" y="${at(y)}" width="${width * 3}" height="${height}"/></clipPath><radialGradient id="shade" cx=".32" cy=".28" r=".85"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".72"/></radialGradient></defs>${ring("far")}<g clip-path="url(#ball)">${bands.join("")}<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="url(#shade)"/></g>${ring("near")}`;
};

export const balloons: Motif = (canvas, palette) => {
  const { width, height, random } = canvas;
  const spots = [
    [0.28, 0.36, 1],
    [0.62, 0.22, 0.62],
    [0.8, 0.46, 0.42],
    [0.47, 0.52, 0.3],
  ] as const;
  const drawn = spots.map(([left, top, scale], index) => {
    const [x, y, r] = [width * left, height * top, height * 0.15 * scale];
    const colour = palette.land[index % palette.land.length];
    const gores = [-0.62, -0.2, 0.2, 0.62].map(
      (offset) =>
        `<path d="M${at(x)},${at(y - r)} Q${at(x + offset * r * 1.9)},${at(y - r * 0.1)} ${at(x + offset * r * 0.25)},${at(y + r * 1.25)}" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="${at(r * 0.06)}"/>`,
    );
    return `<path d="M${at(x - r)},${at(y)} a${at(r)},${at(r)} 0 1 1 ${at(r * 2)},0 q-${at(r * 0.08)},${at(r * 0.7)} -${at(r * 0.78)},${at(r * 1.25)} h-${at(r * 0.44)} q-${at(r * 0.7)},-${at(r * 0.55)} -${at(r * 0.78)},-${at(r * 1.25)}" fill="${colour}"/>${gores.join("")}<rect x="${at(x - r * 0.17)}" y="${at(y + r * 1.5)}" width="${at(r * 0.34)}" height="${at(r * 0.26)}" rx="3" fill="#5b3b28"/>`;
  });
  const clouds = Array.from({ length: 7 }, () => {
    const [x, y, r] = [random.next() * width, random.between(0.08, 0.6) * height, random.between(16, 42)];
    return `<g fill="#fff" fill-opacity=".5"><ellipse cx="${at(x)}" cy="${at(y)}" rx="${at(r * 2.4)}" ry="${at(r * 0.55)}"/><circle cx="${at(x - r * 0.5)}" cy="${at(y - r * 0.35)}" r="${at(r * 0.7)}"/><circle cx="${at(x + r * 0.6)}" cy="${at(y - r * 0.2)}" r="${at(r * 0.55)}"/></g>`;
  });
  return sky(canvas, palette) + clouds.join("") + ranges(canvas, palette, 0.72, 0.3) + drawn.join("");
};

export const meadow: Motif = (canvas, palette) => {
  const { width, height, random } = canvas;
  const flowers = Array.from({ length: 120 }, (_, index) => {
    const depth = index / 120;
    const [x, y] = [random.next() * width, height * (0.56 + depth * 0.44)];
    const size = 4 + depth * 15;
    const tall = size * random.between(2.4, 4.4);
    const colour = random.pick([...palette.land.slice(0, -1), palette.light]);
    const petals = [0, 72, 144, 216, 288].map(
      (angle) =>
        `<ellipse cx="${at(x)}" cy="${at(y - tall - size * 0.55)}" rx="${at(size * 0.36)}" ry="${at(size * 0.6)}" fill="${colour}" transform="rotate(${angle} ${at(x)} ${at(y - tall)})"/>`,
    );
    return `<path d="M${at(x)},${at(y + 20)} Q${at(x + size * 0.5)},${at(y - tall * 0.4)} ${at(x)},${at(y - tall)}" fill="none" stroke="${palette.land.at(-1)}" stroke-width="${at(size * 0.16)}"/>${petals.join("")}<circle cx="${at(x)}" cy="${at(y - tall)}" r="${at(size * 0.3)}" fill="#fff3c9"/>`;
  });
  const ground = ridge(canvas, height * 0.58, height * 0.03, palette.land.at(-1) ?? "#446644", 0.3);
  return (
    sky(canvas, palette) + glow(width * 0.76, height * 0.26, height * 0.07, palette.light) + ground + flowers.join("")
  );
};
