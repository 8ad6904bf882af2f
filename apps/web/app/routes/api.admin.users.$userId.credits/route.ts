import { AdjustCreditsInput } from "@app/core/credits/adjust-credits-input";
import { adjustCredits } from "@app/services/credits/adjust-credits";
import { adminUserJsonAction, methodNotAllowed } from "~/server/rest.server";

/** POST /api/admin/users/{userId}/credits */
export const action = adminUserJsonAction(AdjustCreditsInput, adjustCredits);

export const loader = methodNotAllowed("POST");
