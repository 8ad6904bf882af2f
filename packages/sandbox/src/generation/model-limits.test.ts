import { describe, expect, it } from "vitest";
import { checkImageSize, checkPicture, checkVideo, imageModelLimits, videoModelLimits } from "./model-limits";

function accepts(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ status: 400, code: "InvalidParameter" });
    return false;
  }
}

describe("sizes", () => {
  it.each([
    ["seededit-3-0-i2i-250628", ["adaptive"]],
    ["seedream-4-0-250828", ["1K", "2K", "4K", "1024x1024", "2560x1440"]],
    ["seedream-4-5-251128", ["2K", "4K", "2560x1440"]],
  ])("of %s", (model, expected) => {
    const limits = imageModelLimits(model);
    if (!limits) throw new Error("The model has limits");
    const sizes = ["adaptive", "1K", "2K", "4K", "8K", "1024x1024", "2560x1440"];
    expect(sizes.filter((size) => accepts(() => checkImageSize(limits, size)))).toEqual(expected);
  });
});

describe("durations and resolutions", () => {
  it.each([
    ["seedance-1-0-pro-250528", [2, 4, 12], ["480p", "720p", "1080p"]],
    ["Seedance-1.0-lite", [2, 4, 12], ["480p", "720p", "1080p"]],
    ["seedance-1-5-pro-251215", [4, 12], ["480p", "720p"]],
  ])("of %s", (model, durations, resolutions) => {
    const limits = videoModelLimits(model);
    if (!limits) throw new Error("The model has limits");
    const accepted = [1, 2, 4, 4.5, 12, 13].filter((duration) =>
      accepts(() => checkVideo(limits, { duration, resolution: "720p" })),
    );
    const resolutionsAccepted = ["480p", "720p", "1080p"].filter((resolution) =>
      accepts(() => checkVideo(limits, { duration: 5, resolution })),
    );
    expect([accepted, resolutionsAccepted]).toEqual([durations, resolutions]);
  });
});

describe("pictures", () => {
  const picture = { bytes: new Uint8Array(), format: "png", width: 1_000, height: 1_000 };

  it.each([
    ["seededit", {}, true],
    ["seededit", { format: "jpeg" }, true],
    ["seededit", { format: "webp" }, false],
    ["seededit", { width: 3_000 }, true],
    ["seededit", { width: 3_001 }, false],
    ["seededit", { height: 3_001 }, false],
    ["seedream-4-0", { format: "gif" }, false],
    ["seedream-4-0", { width: 15, height: 15 }, true],
    ["seedream-4-0", { width: 14, height: 14 }, false],
  ])("for %s: %j", (model, change, expected) => {
    const limits = imageModelLimits(model)?.pictures;
    if (!limits) throw new Error("The model has limits");
    expect(accepts(() => checkPicture(limits, { ...picture, ...change }))).toBe(expected);
  });

  it.each([
    [{}, true],
    [{ format: "webp" }, true],
    [{ format: "avif" }, false],
    [{ width: 2_500 }, true],
    [{ width: 2_501 }, false],
    [{ height: 2_501 }, false],
    [{ width: 301, height: 301 }, true],
    [{ width: 300, height: 300 }, false],
    [{ width: 6_000, height: 6_000 }, true],
    [{ width: 6_001, height: 6_000 }, false],
  ])("for seedance: %j", (change, expected) => {
    for (const model of ["seedance-1-0-pro", "seedance-1-5-pro"]) {
      const limits = videoModelLimits(model)?.pictures;
      if (!limits) throw new Error("The model has limits");
      expect(accepts(() => checkPicture(limits, { ...picture, ...change }))).toBe(expected);
    }
  });
});

it.each(["sandbox-image", "seedream-3", "seedance-3-0", "m"])("%s has no limits", (model) => {
  expect([imageModelLimits(model), videoModelLimits(model)]).toEqual([null, null]);
});

it.each([
  [3, false],
  [4, true],
  [15, true],
  [16, false],
])("seedance 2.0 refuses a video of %i seconds outside 4 to 15", (duration, isAccepted) => {
  const limits = videoModelLimits("seedance-2-0-260128");
  const check = () => limits && checkVideo(limits, { duration, resolution: "720p" });
  if (isAccepted) expect(check).not.toThrow();
  else expect(check).toThrow("from 4 to 15");
});

it("a seedream newer than 4.5 refuses pictures of under 3,686,400 pixels", () => {
  const limits = imageModelLimits("seedream-5-0-260128");
  expect(() => limits && checkImageSize(limits, "1024x1024")).toThrow("at least 3686400 pixels");
});
