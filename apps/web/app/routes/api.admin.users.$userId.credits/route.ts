import { AdjustCreditsInput } from "@app/core/admin/admin-input";
import { adjustCreditsOnce } from "@app/services/credits/adjust-credits";
import { adminUserJsonAction, methodNotAllowed } from "~/server/http/rest.server";

/** POST /api/admin/users/{userId}/credits */
export const action = adminUserJsonAction(AdjustCreditsInput, adjustCreditsOnce);

export const loader = methodNotAllowed("POST");
