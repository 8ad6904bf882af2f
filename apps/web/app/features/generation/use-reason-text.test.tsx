import { REFERENCE_ERROR_MESSAGES, referenceProblemMessage } from "@app/core/generation/generation-limits";
import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl/react";
import { expect, it } from "vitest";
import messages from "~/i18n/messages/en.json";
import { useReasonText } from "./use-reason-text";

function Reason({ message }: { message: string }) {
  return useReasonText()(message);
}

it.each([
  ["No image generated", "The model answered without an image. Try other words."],
  [
    referenceProblemMessage("video", "tooNarrow"),
    "This picture is too long and narrow: one side may be at most 2.5 times the other.",
  ],
  [referenceProblemMessage("image", "tooSmall"), "This picture is too small: both sides need at least 15 pixels."],
  [referenceProblemMessage("video", "tooLarge"), "This picture is too large: each side may have at most 6000 pixels."],
  [
    REFERENCE_ERROR_MESSAGES.unreadable,
    "This is not a picture we can use. Choose a JPEG, PNG, WebP, GIF or AVIF file.",
  ],
  [REFERENCE_ERROR_MESSAGES.missing, "The picture is not there any more. Upload it again."],
  ["Sensitive content", "Sensitive content"],
])("%s is shown as: %s", (message, text) => {
  const page = (
    <IntlProvider locale="en" timeZone="UTC" messages={messages}>
      <Reason message={message} />
    </IntlProvider>
  );
  expect(renderToStaticMarkup(page)).toBe(text);
});
