import {
  type AccessList,
  administrator,
  anyone,
  input,
  NO_CREDITS,
  ownObject,
  REFUSED_INPUT,
  signedIn,
} from "./access";
import { IMAGE, VIDEO } from "./routes";

const VIDEO_ARRIVES = "a poll stores the video that has become ready";

const WEBHOOK = { url: "https://hooks.example/genmint", events: ["credits.low"] };

/** Every tRPC procedure except the administrators', by name. */
export const PROCEDURES: AccessList = {
  "apiKeys.list": signedIn(),
  "apiKeys.create": signedIn(input(() => ({ name: "key" }))),
  "apiKeys.revoke": ownObject(input(({ otherKeyId }) => ({ keyId: otherKeyId }))),
  "webhooks.list": signedIn(),
  "webhooks.get": ownObject(input(({ endpointId }) => ({ endpointId }))),
  "webhooks.create": signedIn(input(() => WEBHOOK)),
  "webhooks.update": ownObject(input(({ endpointId }) => ({ endpointId, ...WEBHOOK }))),
  "webhooks.revealSecret": ownObject(input(({ endpointId }) => ({ endpointId }))),
  "webhooks.rotateSecret": ownObject(input(({ endpointId }) => ({ endpointId }))),
  "webhooks.sendTest": ownObject(input(({ endpointId }) => ({ endpointId }))),
  "webhooks.deliveries": signedIn(input(({ endpointId }) => ({ endpointId }))),
  "webhooks.delivery": ownObject(input(({ deliveryId }) => ({ deliveryId }))),
  "webhooks.redeliver": ownObject(input(({ deliveryId }) => ({ deliveryId }))),
  "webhooks.pause": ownObject(input(({ pausedEndpointId }) => ({ endpointId: pausedEndpointId }))),
  "webhooks.resume": ownObject(input(({ pausedEndpointId }) => ({ endpointId: pausedEndpointId }))),
  "webhooks.remove": ownObject(input(({ removedEndpointId }) => ({ endpointId: removedEndpointId }))),
  "me.current": anyone(),
  "me.dashboard": signedIn(),
  "account.overview": signedIn(),
  "account.sessions": signedIn(),
  "account.changeMails": signedIn(input(() => ({ lowBalance: false }))),
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
  "billing.usageByKey": signedIn(),
  "billing.ledger": signedIn(input(() => ({}))),
  "billing.receipt": ownObject(input(({ paymentId }) => ({ paymentId }))),
  "billing.checkout": ownObject(input((own) => ({ key: "pro_monthly", replacesSubscriptionId: own.subscriptionId }))),
  "billing.confirmCheckout": ownObject(input(({ checkoutId }) => ({ checkoutId }))),
  "billing.arrival": signedIn(input(({ paymentId }) => ({ paymentId }))),
  "billing.cancel": ownObject(input(({ subscriptionId }) => ({ subscriptionId }))),
  "billing.resume": ownObject(input(({ subscriptionId }) => ({ subscriptionId }))),
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
  "studio.picture": signedIn(input(({ generationId }) => ({ generationId }))),
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

const any = input(() => ({}));
const aboutUser = (fields: object = {}) => input(({ userId }) => ({ userId, ...fields }));

/** Every procedure for administrators, by name. */
export const ADMIN_PROCEDURES: AccessList = {
  "secondFactor.begin": administrator(
    input(() => ({ currentPassword: "wrong" })),
    REFUSED_INPUT,
  ),
  "secondFactor.confirm": administrator(
    input(() => ({ code: "123456" })),
    { status: 409 },
  ),
  "admin.statistics": administrator(),
  "admin.dailyStatistics": administrator(input(() => ({ days: 30 }))),
  "admin.users.list": administrator(any),
  "admin.users.get": administrator(aboutUser()),
  "admin.users.generations": administrator(aboutUser()),
  "admin.users.adjustCredits": administrator(aboutUser({ amount: 5 })),
  "admin.users.changeSubscription": administrator(aboutUser({ planKey: "pro_yearly", action: "upgrade" })),
  "admin.users.ban": administrator(aboutUser({ reason: "test" })),
  "admin.users.unban": administrator(aboutUser()),
  "admin.users.changeRole": administrator(aboutUser({ role: "user" })),
  "admin.schedules.list": administrator(any),
  "admin.schedules.run": administrator(),
  "admin.schedules.pause": administrator(input(({ scheduleId }) => ({ scheduleId }))),
  "admin.schedules.resume": administrator(input(({ scheduleId }) => ({ scheduleId }))),
  "admin.paymentCases.list": administrator(any),
  "admin.paymentCases.takeBack": administrator(input(({ caseId }) => ({ paymentId: caseId }))),
  "admin.paymentCases.dismiss": administrator(input(({ caseId }) => ({ paymentId: caseId }))),
  "admin.subscriptions": administrator(any),
  "admin.failedCancellations": administrator(),
  "admin.ledger": administrator(any),
  "admin.ledgerExport": administrator(any),
  "admin.payments": administrator(any),
  "admin.auditLog": administrator(any),
  "admin.verifyLedger": administrator(),
  "admin.webhookEvents.list": administrator(any),
  "admin.webhookEvents.get": administrator(input(({ eventId }) => ({ eventId }))),
  "admin.webhookEvents.replay": administrator(input(({ eventId }) => ({ eventId }))),
  "admin.apiKeys.list": administrator(aboutUser()),
  "admin.apiKeys.revoke": administrator(input(({ userId, managedKeyId }) => ({ userId, keyId: managedKeyId }))),
  "admin.system.status": administrator(),
  "admin.system.check": administrator(),
  "admin.refundGeneration": administrator(input(({ failedId }) => ({ generationId: failedId }))),
};
