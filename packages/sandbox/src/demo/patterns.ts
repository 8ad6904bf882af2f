import { at, type Motif, sky } from "./motifs";

/** Overlapping fans in rows, as on Japanese cloth. */
export const fans: Motif = (canvas, palette) => {
  const { width, height } = canvas;
  const radius = width / 11;
  const drawn: string[] = [];
  for (let row = 0; row * radius * 0.5 < height + radius; row += 1)
    for (let column = -1; column * radius * 2 < width + radius * 2; column += 1) {
      const x = column * radius * 2 + (row % 2) * radius;
      const y = row * radius * 0.5;
      const colours = [...palette.land, palette.light];
      for (const [ring, part] of [1, 0.78, 0.56, 0.34].entries())
        drawn.push(
          `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius * part)}" fill="${colours[(ring + row + column + 8) % colours.length]}" stroke="${palette.sky[0]}" stroke-width="2"/>`,
        );
    }
  return sky(canvas, palette) + drawn.join("");
};

/** Long curves that follow one field of directions. */
export const ribbons: Motif = (canvas, palette) => {
  const { width, height, random } = canvas;
  const colours = [...palette.land, palette.light];
  const turn = random.between(0.6, 1.4);
  const lines = Array.from({ length: 240 }, () => {
    let [x, y] = [random.between(-0.1, 1.1) * width, random.between(-0.1, 1.1) * height];
    let path = `M${at(x)},${at(y)}`;
    for (let step = 0; step < 34; step += 1) {
      const angle = Math.sin((x / width) * 3.4 * turn) * 1.5 + Math.cos((y / height) * 4.1) * 1.2;
      x += Math.cos(angle) * 15;
      y += Math.sin(angle) * 15;
      path += ` L${at(x)},${at(y)}`;
    }
    return `<path d="${path}" stroke="${random.pick(colours)}" stroke-width="${at(random.between(1.5, 9))}" stroke-opacity="${at(random.between(0.35, 0.9))}"/>`;
  });
  return `${sky(canvas, palette)}<g fill="none" stroke-linecap="round">${lines.join("")}</g>`;
};

/** Quarter circles, discs and bars in a grid, as on a poster of the 1920s. */
export const poster: Motif = (canvas, palette) => {
  const { width, height, random } = canvas;
  const colours = [...palette.land, palette.light, palette.sky[0]];
  const cell = width / 6;
  const cells: string[] = [];
  for (let y = 0; y < height; y += cell)
    for (let x = 0; x < width; x += cell) {
      const [ground, ink] = [random.pick(colours), random.pick(colours)];
      cells.push(`<rect x="${at(x)}" y="${at(y)}" width="${at(cell + 1)}" height="${at(cell + 1)}" fill="${ground}"/>`);
      const shape = random.whole(0, 4);
      if (shape === 0)
        cells.push(
          `<path d="M${at(x)},${at(y)} h${at(cell)} a${at(cell)},${at(cell)} 0 0 1 -${at(cell)},${at(cell)} Z" fill="${ink}"/>`,
        );
      else if (shape === 1)
        cells.push(`<circle cx="${at(x + cell / 2)}" cy="${at(y + cell / 2)}" r="${at(cell * 0.36)}" fill="${ink}"/>`);
      else if (shape === 2)
        cells.push(
          `<path d="M${at(x)},${at(y + cell)} v-${at(cell)} a${at(cell)},${at(cell)} 0 0 1 ${at(cell)},${at(cell)} Z" fill="${ink}"/>`,
        );
      else if (shape === 3)
        for (const bar of [0, 1, 2])
          cells.push(
            `<rect x="${at(x)}" y="${at(y + (bar * 2 + 0.5) * (cell / 6))}" width="${at(cell)}" height="${at(cell / 6)}" fill="${ink}"/>`,
          );
    }
  return `<rect width="${width}" height="${height}" fill="${palette.sky[0]}"/>${cells.join("")}`;
};
