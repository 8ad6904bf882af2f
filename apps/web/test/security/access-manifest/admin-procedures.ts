import { type AccessList, administrator, input, REFUSED_INPUT } from "./access";

const any = input(() => ({}));
const aboutUser = (fields: object = {}) => input(({ userId }) => ({ userId, ...fields }));

/** Every procedure for administrators, by its name. */
export const ADMIN_PROCEDURES: AccessList = {
  "secondFactor.begin": administrator(
    input(() => ({ currentPassword: "wrong" })),
    REFUSED_INPUT,
  ),
  "secondFactor.confirm": administrator(
    input(() => ({ code: "123456" })),
    { answers: 409 },
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
  "admin.refundGeneration": administrator(input(({ failedId }) => ({ generationId: failedId }))),
};
