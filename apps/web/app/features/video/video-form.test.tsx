import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl/react";
import { describe, expect, it } from "vitest";
import messages from "~/i18n/messages/en.json";
import { parseElements } from "../../../test/html";
import { VideoOptions } from "./video-form";
import { defaultVideoSettings } from "./video-settings";

/** The duration field as rendered for the offered durations. */
function durationField(durations: readonly number[] | null) {
  const choices = { maxDurationSeconds: 60, durations, resolutions: ["480p", "720p"] } as const;
  const page = (
    <IntlProvider locale="en" timeZone="UTC" messages={messages}>
      <MantineProvider>
        <VideoOptions settings={defaultVideoSettings(choices)} onSettings={() => undefined} choices={choices} />
      </MantineProvider>
    </IntlProvider>
  );
  const elements = parseElements(renderToStaticMarkup(page));
  const slider = elements.find(({ attributes }) => attributes["role"] === "slider")?.attributes;
  return {
    range: slider && [slider["aria-valuemin"], slider["aria-valuenow"], slider["aria-valuemax"]],
    marks: elements.filter(({ attributes }) => attributes["class"]?.includes("mantine-Slider-markWrapper")).length,
    text: elements.find(({ text }) => /^\d+ seconds?$/.test(text))?.text,
  };
}

describe("the duration", () => {
  it.each([
    ["any", null, ["1", "5", "60"], 0, "5 seconds"],
    ["a range", [4, 5, 6, 7], ["4", "5", "7"], 0, "5 seconds"],
    ["some", [6, 10], ["6", "6", "10"], 2, "6 seconds"],
  ])("can be chosen from %s", (_name, durations, range, marks, text) => {
    expect(durationField(durations)).toEqual({ range, marks, text });
  });

  it("is plain text if there is only one", () => {
    expect(durationField([8])).toEqual({ range: undefined, marks: 0, text: "8 seconds" });
  });
});
