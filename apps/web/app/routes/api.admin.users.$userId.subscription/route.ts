import { ChangeSubscriptionInput } from "@app/core/billing/change-subscription-input";
import { changeSubscription } from "@app/services/admin/change-subscription";
import { adminUserJsonAction, methodNotAllowed } from "~/server/rest.server";

/** POST /api/admin/users/{userId}/subscription */
export const action = adminUserJsonAction(ChangeSubscriptionInput, changeSubscription);

export const loader = methodNotAllowed("POST");
