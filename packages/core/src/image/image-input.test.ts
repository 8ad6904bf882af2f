import { expect, test } from "vitest";
import { AppError } from "../errors";
import { parseInput } from "../input/parse";
import { generateImageInput, IMAGE_SIZES } from "./image-input";

const GenerateImageInput = generateImageInput({ sizes: IMAGE_SIZES, defaultSize: "adaptive" });

const GOOD = { prompt: "A cat in oil", imageUrl: "https://cdn.example/cat.png" };

test.each([{}, { size: null, watermark: null }])("size and watermark have defaults (%j)", (fields) => {
  expect(parseInput(GenerateImageInput, { ...GOOD, ...fields })).toEqual({
    ...GOOD,
    size: "adaptive",
    watermark: true,
  });
});

test.each(IMAGE_SIZES)("size %s is accepted", (size) => {
  const input = { ...GOOD, size, watermark: false };
  expect(parseInput(GenerateImageInput, input)).toEqual(input);
});

test.each<[object, string]>([
  [{}, "Prompt is required"],
  [{ imageUrl: GOOD.imageUrl }, "Prompt is required"],
  [{ ...GOOD, prompt: " " }, "Prompt is required"],
  [{ ...GOOD, prompt: null }, "Prompt is required"],
  [{ ...GOOD, prompt: 5 }, "prompt must be a string"],
  [{ ...GOOD, prompt: "x".repeat(4_001) }, "prompt must be at most 4000 characters"],
  [{ ...GOOD, prompt: "a\0" }, "prompt must not contain NUL characters"],
  [{ prompt: "x" }, "Reference image is required"],
  [{ prompt: "x", imageUrl: "" }, "Reference image is required"],
  [{ prompt: "x", imageUrl: 5 }, "imageUrl must be a string"],
  [{ prompt: "x", imageUrl: "cat.png" }, "imageUrl must be an http(s) URL or a data:image/...;base64 URL"],
  [{ ...GOOD, size: "8K" }, "size must be one of adaptive, 1K, 2K, 4K"],
  [{ ...GOOD, size: "" }, "size must be one of adaptive, 1K, 2K, 4K"],
  [{ ...GOOD, size: 5 }, "size must be one of adaptive, 1K, 2K, 4K"],
  [{ ...GOOD, watermark: "false" }, "watermark must be true or false"],
])("%j is refused", (input, message) => {
  expect(() => parseInput(GenerateImageInput, input)).toThrow(new AppError("bad_request", message));
});

test("refuses sizes the model does not accept and uses the model's default", () => {
  const input = generateImageInput({ sizes: ["1K", "2K"], defaultSize: "2K" });
  expect(parseInput(input, GOOD).size).toBe("2K");
  expect(parseInput(input, { ...GOOD, size: "1K" }).size).toBe("1K");
  for (const size of ["adaptive", "4K"])
    expect(() => parseInput(input, { ...GOOD, size })).toThrow(
      new AppError("bad_request", "size must be one of 1K, 2K"),
    );
});
