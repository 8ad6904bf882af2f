import { type AccessList, anyone, input, NO_CREDITS, ownObject, REFUSED_INPUT, signedIn } from "./access";
import { IMAGE, VIDEO } from "./rest-routes";

const VIDEO_ARRIVES = "a poll stores the video that has become ready";

/** Every tRPC procedure but the administrators', by its name. */
export const PROCEDURES: AccessList = {
  "me.current": anyone(),
  "me.dashboard": signedIn(),
  "account.overview": signedIn(),
  "account.sessions": signedIn(),
  "account.changeName": signedIn(input(() => ({ name: "Renamed" }))),
  "account.changePassword": signedIn(
    input(() => ({ currentPassword: "wrong", password: "long enough" })),
    REFUSED_INPUT,
  ),
  "account.endSession": ownObject(input(({ browserId }) => ({ sessionId: browserId }))),
  "account.endOtherSessions": signedIn(),
  "account.requestVerification": signedIn(input(() => ({}))),
  "account.verifyEmail": anyone(
    input(() => ({ token: "guessed" })),
    REFUSED_INPUT,
  ),
  "secondFactor.state": signedIn(),
  "secondFactor.disable": signedIn(
    input(() => ({ currentPassword: "wrong", code: "123456" })),
    REFUSED_INPUT,
  ),
  "account.delete": signedIn(
    input(() => ({})),
    REFUSED_INPUT,
  ),
  "password.requestReset": anyone(input(({ email }) => ({ email }))),
  "password.reset": anyone(
    input(() => ({ token: "guessed", password: "long enough" })),
    REFUSED_INPUT,
  ),
  "billing.overview": signedIn(),
  "billing.ledger": signedIn(input(() => ({}))),
  "billing.receipt": ownObject(input(({ paymentId }) => ({ paymentId }))),
  "billing.checkout": ownObject(input((own) => ({ key: "pro_monthly", replacesSubscriptionId: own.subscriptionId }))),
  "billing.confirmCheckout": ownObject(input(({ checkoutId }) => ({ checkoutId }))),
  "billing.arrival": signedIn(input(({ paymentId }) => ({ paymentId }))),
  "billing.cancel": ownObject(input(({ subscriptionId }) => ({ subscriptionId }))),
  "billing.portal": ownObject(),
  "image.generate": signedIn(
    input(() => IMAGE),
    NO_CREDITS,
  ),
  "video.generate": signedIn(
    input(() => VIDEO),
    NO_CREDITS,
  ),
  "video.open": signedIn(),
  "video.status": ownObject(
    input(({ taskId, videoId }) => ({ taskId, historyId: videoId })),
    {
      readingWrites: VIDEO_ARRIVES,
    },
  ),
  "studio.earlier": signedIn(input(({ generationId }) => ({ generationId }))),
  "chat.send": ownObject(
    input(({ sessionId }) => ({ message: "Hello", sessionId })),
    NO_CREDITS,
  ),
  "chat.sessions": signedIn(input(() => ({}))),
  "chat.session": ownObject(input(({ sessionId }) => ({ sessionId }))),
  "chat.rename": ownObject(input(({ sessionId, name }) => ({ sessionId, title: `Renamed ${name}` }))),
  "chat.delete": ownObject(input(({ sessionId }) => ({ sessionId }))),
  "history.list": signedIn(input(() => ({}))),
  "history.get": ownObject(input(({ generationId }) => ({ id: generationId }))),
  "history.delete": ownObject(input(({ generationId }) => ({ id: generationId }))),
};
