import { describe, expect, it } from "vitest";
import { readSettings } from "./generation-facts";

describe("readSettings", () => {
  it("reads an image's and a video's", () => {
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

  it.each(["", "null", "[1]", '"text"', "{", '{"size":1,"duration":"5"}'])("takes nothing from %s", (metadata) => {
    expect(readSettings(metadata)).toEqual({});
  });
});
