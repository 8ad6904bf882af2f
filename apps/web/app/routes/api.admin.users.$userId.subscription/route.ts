import { ChangeSubscriptionInput } from "@app/core/admin/admin-input";
import { changeSubscription } from "@app/services/admin/subscriptions";
import { adminUserJsonAction, methodNotAllowed } from "~/server/http/rest.server";

/** POST /api/admin/users/{userId}/subscription */
export const action = adminUserJsonAction(ChangeSubscriptionInput, changeSubscription);

export const loader = methodNotAllowed("POST");
