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
  ["No image generated", "The model returned no image. Try other words."],
  [referenceProblemMessage("video", "tooNarrow"), "Too narrow: the long side can be at most 2.5 times the short one."],
  [referenceProblemMessage("image", "tooSmall"), "Too small: both sides need at least 15 pixels."],
  [referenceProblemMessage("video", "tooLarge"), "Too large: each side can have at most 6000 pixels."],
  [REFERENCE_ERROR_MESSAGES.unreadable, "We can’t use this file. Choose a JPEG, PNG, WebP, GIF or AVIF."],
  [REFERENCE_ERROR_MESSAGES.missing, "The picture is gone. Upload it again."],
  ["The generation backend failed", "The model isn’t available right now. Try again in a moment."],
  ["The answer was lost", "We lost this answer. Your credit history shows whether you were charged."],
  ["Sensitive content", "Sensitive content"],
])("%s is shown as: %s", (message, text) => {
  const page = (
    <IntlProvider locale="en" timeZone="UTC" messages={messages}>
      <Reason message={message} />
    </IntlProvider>
  );
  expect(renderToStaticMarkup(page)).toBe(text);
});
