import { describe, expect, it } from "vitest";
import { readSettings } from "./generation-facts";

describe("readSettings", () => {
  it("reads the settings of an image and of a video", () => {
    expect(readSettings('{"size":"2K","watermark":false,"imageUrl":"https://a.example/b.png"}')).toEqual({
      size: "2K",
      watermark: false,
    });
    expect(readSettings('{"duration":5,"resolution":"720p","watermark":true,"cameraFixed":true}')).toEqual({
      durationSeconds: 5,
      resolution: "720p",
      watermark: true,
      cameraFixed: true,
    });
  });

  it.each(["", "null", "[1]", '"text"', "{", '{"size":1,"duration":"5"}'])("ignores %s", (metadata) => {
    expect(readSettings(metadata)).toEqual({});
  });
});
