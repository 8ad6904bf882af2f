import { useTranslations } from "use-intl/react";

/** What the audit log knows of. The text's key cannot have the dot. */
const KEY_BY_ACTION = {
  "credits.adjust": "creditsAdjust",
  "generation.refund": "generationRefund",
  "payment.dismiss": "paymentDismiss",
  "payment.other_product": "paymentOtherProduct",
  "payment.take_back": "paymentTakeBack",
  "schedule.resume": "scheduleResume",
  "schedule.stop": "scheduleStop",
  "schedules.run": "schedulesRun",
  "subscription.cancel": "subscriptionCancel",
  "subscription.downgrade": "subscriptionDowngrade",
  "subscription.upgrade": "subscriptionUpgrade",
  "user.ban": "userBan",
  "user.role": "userRole",
  "user.unban": "userUnban",
  "webhook.replay": "webhookReplay",
} as const;

type AuditAction = keyof typeof KEY_BY_ACTION;

export const AUDIT_ACTIONS = Object.keys(KEY_BY_ACTION).filter(isAuditAction);

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(KEY_BY_ACTION, action);
}

/** A deed in words; one that is not known stays as it is. */
export function useAuditActionName(): (action: string) => string {
  const t = useTranslations("admin");
  return (action) => (isAuditAction(action) ? t(`auditAction.${KEY_BY_ACTION[action]}`) : action);
}
