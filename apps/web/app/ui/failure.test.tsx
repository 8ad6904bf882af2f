import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl/react";
import { expect, it } from "vitest";
import messages from "~/i18n/messages/en.json";
import { failureFromStatus, isDecided, mayStillRun, UNREACHABLE, useFailureText } from "./failure";

function FailureText({ status, message }: { status: number; message: string }) {
  return useFailureText()(failureFromStatus(status, message));
}

it.each([
  [502, "Failed to create checkout", "Our payment provider isn’t responding. Try again in a moment."],
  [404, "Session not found", "This no longer exists. Reload the page."],
  [400, "The address must begin with https://", "Use an address that begins with https://."],
  [404, "Not found", "This no longer exists. Reload the page."],
  [403, "Account banned", "This account is suspended. Reload the page to see why."],
  [400, "model not found: gpt", "model not found: gpt"],
])("%i %s is shown as: %s", (status, message, text) => {
  const page = (
    <IntlProvider locale="en" timeZone="UTC" messages={messages}>
      <FailureText status={status} message={message} />
    </IntlProvider>
  );
  expect(renderToStaticMarkup(page)).toBe(text);
});

it.each([
  [UNREACHABLE, true],
  [failureFromStatus(409, "The first request with this Idempotency-Key is still in progress"), true],
  [failureFromStatus(504, null), true],
  // A proxy's, which may have lost the service's response. The service's own 503 has a message.
  [failureFromStatus(503, null), true],
  [failureFromStatus(503, "Chat is not configured"), false],
  [failureFromStatus(409, "Idempotency-Key was already used for another request"), false],
  [failureFromStatus(402, "Insufficient credits"), false],
  [failureFromStatus(500, "Failed to generate image"), false],
])("a request that failed with %j may still run: %s", (failure, isRunning) =>
  expect(mayStillRun(failure)).toBe(isRunning),
);

it("a ban says nothing about an earlier try whose response was lost", () => {
  expect(isDecided(failureFromStatus(403, "Account banned"))).toBe(false);
});
