import { describe, expect, test } from "vitest";
import { durationsText, nearestDuration, parseDurations, VIDEO_RESOLUTIONS } from "./video-choices";

describe("parseDurations", () => {
  test.each([
    ["2-5", [2, 3, 4, 5]],
    ["10,5", [5, 10]],
    [" 4 - 6 , 5, 10 ", [4, 5, 6, 10]],
    ["7", [7]],
    ["1-3600", Array.from({ length: 3600 }, (_, index) => index + 1)],
  ])("%s", (text, durations) => {
    expect(parseDurations(text)).toEqual(durations);
  });

  test.each(["", ",", "0", "0-5", "5-2", "2.5", "-5", "5-", "a", "5;10", "3601", "1-3601", "5,,10"])(
    "%j is not a list of durations",
    (text) => {
      expect(parseDurations(text)).toBeNull();
    },
  );
});

test.each([
  [[5], "5"],
  [[5, 10], "5, 10"],
  [[2, 3], "2-3"],
  [[4, 5, 6, 10], "4-6, 10"],
])("durationsText of %j is %s", (durations, text) => {
  expect(durationsText(durations)).toBe(text);
});

describe("nearestDuration", () => {
  const choices = { maxDurationSeconds: 60, durations: null, resolutions: VIDEO_RESOLUTIONS };

  test.each([
    [7, 7],
    [90, 60],
  ])("among all durations up to 60 s, for %d s, is %d s", (seconds, nearest) => {
    expect(nearestDuration(seconds, choices)).toBe(nearest);
  });

  test.each([
    [1, 5],
    [7, 5],
    [7.6, 10],
    [30, 10],
  ])("among 5 and 10 s, for %d s, is %d s", (seconds, nearest) => {
    expect(nearestDuration(seconds, { ...choices, durations: [5, 10] })).toBe(nearest);
  });
});
