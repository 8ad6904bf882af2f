import path from "node:path";
import sharp from "sharp";

/**
 * Draws the pictures of the start page's gallery: four scenes, each before and after a change. They are illustrations, not results of a
 * model. Run `npx tsx apps/web/draw-samples.ts` after a change here, and commit the files it writes.
 */
const FOLDER = path.join(import.meta.dirname, "public/samples");
const [WIDTH, HEIGHT] = [800, 600];

/** A random number generator with a seed, so that every run draws the same pictures. */
function seededRandom(seed: number): (min: number, max: number) => number {
  let state = seed;
  return (min, max) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return min + (state / 4_294_967_296) * (max - min);
  };
}

const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join("");

function gradient(id: string, stops: readonly [offset: number, color: string][]): string {
  const list = stops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join("");
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${list}</linearGradient>`;
}

/** A picture with fine grain and darkened corners. */
function picture(defs: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 800 600"><defs>${defs}
<filter id="soft"><feGaussianBlur stdDeviation="14"/></filter><filter id="mist"><feGaussianBlur stdDeviation="5"/></filter>
<radialGradient id="corners" r=".75"><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></radialGradient>
<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 .12 0"/></filter></defs>
${content}<rect width="800" height="600" fill="url(#corners)"/><rect width="800" height="600" filter="url(#grain)" opacity=".5"/></svg>`;
}

const ROOF_TOPS = [150, 186, 168, 180, 132, 174];
const WALLS = ["#c8694a", "#e0b15e", "#7d8f86", "#d98f75", "#5f7486", "#caa58a"];

/** A row of gabled houses: by a summer street, or by a winter canal in the evening. */
function houses(isWinter: boolean): string {
  const random = seededRandom(7);
  const sky: [number, string][] = isWinter
    ? [
        [0, "#1b2a4d"],
        [0.6, "#5a5f93"],
        [1, "#f0a987"],
      ]
    : [
        [0, "#7fb9dd"],
        [1, "#e9f1ea"],
      ];
  const row = times(6, (index) => {
    const [x, width, top] = [20 + index * 128, 122, ROOF_TOPS[index] ?? 160];
    const wall = WALLS[index] ?? "#999";
    const windows = times(9, (cell) => {
      const [wx, wy] = [x + 16 + (cell % 3) * 34, top + 78 + Math.floor(cell / 3) * 62];
      const isLit = isWinter && random(0, 1) > 0.35;
      return `<rect x="${wx}" y="${wy}" width="22" height="38" rx="2" fill="${isLit ? "#ffd88a" : isWinter ? "#26304b" : "#3f5563"}"/><path d="M${wx + 11} ${wy}v38M${wx} ${wy + 18}h22" stroke="#fff" stroke-opacity=".75" stroke-width="2"/>`;
    });
    const roof = `M${x} ${top + 62}L${x + 14} ${top + 30}h14l10 -24h46l10 24h14L${x + width} ${top + 62}Z`;
    const snow = `M${x + 14} ${top + 31}h14l10 -24h46l10 24h14l-3 9h-16l-10 -22h-36l-10 22h-16Z`;
    return `<rect x="${x}" y="${top + 60}" width="${width}" height="${400 - top}" fill="${wall}"/><path d="${roof}" fill="${wall}"/>${isWinter ? `<path d="${snow}" fill="#f4f6fb"/>` : ""}${windows}<rect x="${x + 46}" y="404" width="30" height="56" rx="14" fill="#2e2621"/>`;
  });
  const shade = isWinter ? `<rect width="800" height="460" fill="#1b2550" opacity=".34"/>` : "";
  const water = `<rect y="470" width="800" height="130" fill="url(#water)"/><g transform="translate(0 934) scale(1 -1)" opacity=".3" filter="url(#mist)">${row}</g>${times(26, () => `<rect x="${random(0, 780)}" y="${random(482, 592)}" width="${random(20, 90)}" height="2" fill="#fff" opacity="${random(0.08, 0.35)}"/>`)}<rect y="456" width="800" height="16" fill="#eef1f7"/>${times(90, () => `<circle cx="${random(0, 800)}" cy="${random(0, 590)}" r="${random(1, 3.4)}" fill="#fff" opacity="${random(0.35, 0.9)}"/>`)}`;
  const street = `<rect y="458" width="800" height="142" fill="#b9ab99"/>${times(60, () => `<rect x="${random(0, 780)}" y="${random(470, 590)}" width="${random(14, 34)}" height="5" rx="2" fill="#8f8272" opacity=".45"/>`)}${times(4, (index) => `<g transform="translate(${90 + index * 205} 0)"><rect x="-4" y="380" width="8" height="84" fill="#5b4633"/><circle cy="356" r="44" fill="#5d8a4c"/><circle cx="-20" cy="376" r="28" fill="#6f9c59"/><circle cx="22" cy="370" r="30" fill="#527d43"/></g>`)}`;
  const defs =
    gradient("sky", sky) +
    gradient("water", [
      [0, "#39406f"],
      [1, "#161c38"],
    ]);
  return picture(defs, `<rect width="800" height="600" fill="url(#sky)"/>${row}${shade}${isWinter ? water : street}`);
}

/** A lighthouse on rocks: at noon, or at night under northern lights. */
function lighthouse(isNight: boolean): string {
  const random = seededRandom(21);
  const sky: [number, string][] = isNight
    ? [
        [0, "#060b1f"],
        [0.7, "#142b4a"],
        [1, "#1f4a56"],
      ]
    : [
        [0, "#6fb1d8"],
        [1, "#dcecef"],
      ];
  const sea: [number, string][] = isNight
    ? [
        [0, "#12303f"],
        [1, "#050d18"],
      ]
    : [
        [0, "#4d92ab"],
        [1, "#2c6680"],
      ];
  const aurora = ["#4ff2b0", "#36d1c4", "#9b7bff"]
    .map(
      (color, index) =>
        `<path d="M-60 ${210 - index * 44}C120 ${90 - index * 30} 300 ${270 - index * 60} 470 ${150 - index * 40}S720 ${70 - index * 20} 880 ${150 - index * 40}" fill="none" stroke="${color}" stroke-width="${64 - index * 12}" opacity="${0.5 - index * 0.08}" filter="url(#soft)"/>`,
    )
    .join("");
  const stars = times(
    110,
    () =>
      `<circle cx="${random(0, 800)}" cy="${random(0, 340)}" r="${random(0.5, 1.7)}" fill="#fff" opacity="${random(0.3, 1)}"/>`,
  );
  const clouds = times(
    7,
    (index) =>
      `<ellipse cx="${60 + index * 120 + random(-30, 30)}" cy="${random(50, 190)}" rx="${random(50, 110)}" ry="${random(12, 24)}" fill="#fff" opacity=".75" filter="url(#mist)"/>`,
  );
  const waves = times(34, () => {
    const x = random(-20, 780);
    const y = random(410, 590);
    return `<path d="M${x} ${y}q14 -7 28 0t28 0" fill="none" stroke="${isNight ? "#7fe9d0" : "#fff"}" stroke-width="2" opacity="${random(0.15, 0.5)}"/>`;
  });
  const rocks = `<path d="M430 470C470 420 520 412 560 414C610 396 690 404 720 440C770 450 800 470 800 480V600H360C380 560 400 500 430 470Z" fill="${isNight ? "#0b1520" : "#5c5349"}"/><path d="M500 440C540 424 600 420 640 430L610 470L520 480Z" fill="${isNight ? "#14222f" : "#766b5d"}"/>`;
  const tower = `<path d="M566 420L580 190H636L650 420Z" fill="${isNight ? "#aab4c0" : "#f6f1e7"}"/><path d="M571 344L575 272H641L645 344Z" fill="${isNight ? "#7c2f35" : "#c8473f"}"/><path d="M577 240L580 200H636L639 240Z" fill="${isNight ? "#7c2f35" : "#c8473f"}"/><rect x="574" y="180" width="68" height="12" rx="3" fill="#2a2f36"/><rect x="588" y="146" width="40" height="36" fill="${isNight ? "#fff3c4" : "#cfe3ea"}"/><path d="M582 148L608 118L634 148Z" fill="#2a2f36"/><rect x="600" y="372" width="18" height="40" rx="9" fill="#2a2f36"/>`;
  const beam = `<path d="M590 164L-60 40V250Z" fill="#fff3c4" opacity=".3" filter="url(#mist)"/><circle cx="608" cy="164" r="46" fill="#fff3c4" opacity=".6" filter="url(#soft)"/>`;
  return picture(
    gradient("sky", sky) + gradient("sea", sea),
    `<rect width="800" height="600" fill="url(#sky)"/>${isNight ? stars + aurora : clouds}<rect y="400" width="800" height="200" fill="url(#sea)"/>${isNight ? `<rect y="400" width="800" height="120" fill="#36d1c4" opacity=".16" filter="url(#soft)"/>` : ""}${waves}${rocks}${isNight ? beam : ""}${tower}`,
  );
}

/** A cabin in a valley: in summer, or in autumn at sunset. */
function valley(isAutumn: boolean): string {
  const random = seededRandom(33);
  const sky: [number, string][] = isAutumn
    ? [
        [0, "#6b5b8c"],
        [0.55, "#ee9a73"],
        [1, "#ffd9a0"],
      ]
    : [
        [0, "#8cc5e8"],
        [1, "#eaf4ec"],
      ];
  const hills = isAutumn ? ["#b3848f", "#a45f4b", "#b9682f", "#7d4a25"] : ["#a7c3c9", "#7fa88f", "#5f9460", "#477a45"];
  const leaves = isAutumn ? ["#d9772b", "#e6a23a", "#b94a26", "#8a5a2c"] : ["#3f7a46", "#558f50", "#2f6339", "#6aa05a"];
  const ridge = (y: number, height: number, color: string | undefined) =>
    `<path d="M0 600V${y}${times(9, (index) => `L${index * 100 + 50} ${y - random(0.2, 1) * height}L${index * 100 + 100} ${y - random(0, 0.5) * height}`)}V600Z" fill="${color}"/>`;
  const trees = times(42, (index) => {
    const x = ((index * 97) % 820) - 10;
    const y = 400 + ((index * 53) % 170);
    if (x > 300 && x < 520 && y < 500) return "";
    const scale = 0.5 + (y - 400) / 170;
    const color = leaves[index % leaves.length];
    return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M0 0L-26 0L-10 -30L-20 -30L-6 -56L-13 -56L0 -86L13 -56L6 -56L20 -30L10 -30L26 0Z" fill="${color}"/><rect x="-4" y="0" width="8" height="12" fill="#4a3526"/></g>`;
  });
  const sun = isAutumn
    ? `<circle cx="600" cy="270" r="120" fill="#fff2c9" opacity=".6" filter="url(#soft)"/><circle cx="600" cy="276" r="44" fill="#fff6dd"/>`
    : `<circle cx="640" cy="110" r="40" fill="#fffbe6"/>`;
  const cabin = `<path d="M352 500V432L410 390L468 432V500Z" fill="#7a5236"/><path d="M340 440L410 384L480 440L470 448L410 400L350 448Z" fill="${isAutumn ? "#4b2d20" : "#5a3c2a"}"/><rect x="366" y="444" width="28" height="26" fill="${isAutumn ? "#ffd88a" : "#c9dfe4"}"/><rect x="418" y="450" width="28" height="50" fill="#3c281c"/><rect x="440" y="386" width="14" height="34" fill="#4b3a30"/><path d="M447 380C440 360 462 350 452 326C470 344 462 362 470 372Z" fill="#fff" opacity=".55" filter="url(#mist)"/>`;
  const mist = isAutumn
    ? `<rect y="380" width="800" height="60" fill="#ffe0b5" opacity=".35" filter="url(#soft)"/>`
    : "";
  return picture(
    gradient("sky", sky),
    `<rect width="800" height="600" fill="url(#sky)"/>${sun}${ridge(330, 190, hills[0])}${ridge(400, 130, hills[1])}${mist}${ridge(450, 70, hills[2])}<path d="M0 600V480C160 440 300 500 420 496S690 450 800 478V600Z" fill="${hills[3]}"/>${cabin}${trees}`,
  );
}

/** A plant in a pot: on white, or on a terracotta shelf in the morning sun. */
function plant(isStyled: boolean): string {
  const leaf = (angle: number, length: number, color: string) =>
    `<g transform="translate(400 392) rotate(${angle})"><path d="M0 0C${-length * 0.34} ${-length * 0.3} ${-length * 0.3} ${-length * 0.8} 0 ${-length}C${length * 0.3} ${-length * 0.8} ${length * 0.34} ${-length * 0.3} 0 0Z" fill="${color}"/><path d="M0 0V${-length * 0.92}" stroke="#fff" stroke-opacity=".28" stroke-width="3"/></g>`;
  const leaves =
    leaf(-64, 190, "#3c7a4d") +
    leaf(62, 200, "#2f6a41") +
    leaf(-34, 240, "#4b9160") +
    leaf(36, 236, "#3c7a4d") +
    leaf(-8, 270, "#5aa26e") +
    leaf(14, 210, "#2f6a41");
  const pot = `<path d="M318 384H482L462 512Q460 524 448 524H352Q340 524 338 512Z" fill="${isStyled ? "#f2e7d6" : "#d8d8d6"}"/><rect x="308" y="372" width="184" height="30" rx="10" fill="${isStyled ? "#fbf3e6" : "#e8e8e6"}"/><path d="M440 402H480L464 510Q462 522 450 523H426Z" fill="#000" opacity=".1"/>`;
  const room = `<rect width="800" height="600" fill="url(#wall)"/><path d="M470 0H800V600H720V210A95 95 0 0 0 470 210Z" fill="#fff" opacity="0"/><g opacity=".55" filter="url(#mist)" transform="skewX(-16) translate(150 0)"><path d="M150 470V190A110 110 0 0 1 370 190V470Z" fill="#ffe3bd"/><path d="M260 80V470M150 250H370M150 360H370" stroke="#c9714e" stroke-width="12"/></g><rect y="498" width="800" height="102" fill="#b5573a"/><rect y="498" width="800" height="12" fill="#d07a58"/><g opacity=".9"><ellipse cx="610" cy="500" rx="64" ry="12" fill="#8a3d27"/><path d="M560 496C556 450 580 430 588 400H632C640 430 664 450 660 496Z" fill="#4c6b63"/><rect x="584" y="388" width="52" height="14" rx="6" fill="#5d8076"/></g><ellipse cx="340" cy="528" rx="170" ry="18" fill="#7a3320" opacity=".5" filter="url(#mist)"/>`;
  const studio = `<rect width="800" height="600" fill="url(#wall)"/><ellipse cx="400" cy="526" rx="130" ry="14" fill="#000" opacity=".16" filter="url(#mist)"/>`;
  return picture(
    gradient(
      "wall",
      isStyled
        ? [
            [0, "#e2a884"],
            [1, "#cf8560"],
          ]
        : [
            [0, "#f3f3f1"],
            [1, "#e3e3e0"],
          ],
    ),
    (isStyled ? room : studio) + leaves + pot,
  );
}

const SCENES = { canal: houses, lighthouse, valley, plant };
const WEBP = { quality: 78, effort: 6 };

for (const [name, draw] of Object.entries(SCENES)) {
  for (const isAfter of [false, true]) {
    const file = `${name}-${isAfter ? "after" : "before"}.webp`;
    const { size } = await sharp(Buffer.from(draw(isAfter)))
      .webp(WEBP)
      .toFile(path.join(FOLDER, file));
    process.stdout.write(`${file}: ${size} bytes\n`);
  }
}
