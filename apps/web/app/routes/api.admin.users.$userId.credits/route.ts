import { AdjustCreditsInput } from "@app/core/credits/adjust-credits-input";
import { adjustCreditsOnce } from "@app/services/idempotency/repeatable";
import { adminUserJsonAction, methodNotAllowed } from "~/server/rest.server";

/** POST /api/admin/users/{userId}/credits */
export const action = adminUserJsonAction(AdjustCreditsInput, adjustCreditsOnce);

export const loader = methodNotAllowed("POST");
