import { z } from "zod";
import { requiredChoice } from "../input/choice";

export const USER_ROLES = ["user", "admin"] as const;
export type UserRole = (typeof USER_ROLES)[number];

export const RoleInput = z.object({ role: requiredChoice("role", USER_ROLES) });
export type RoleInput = z.output<typeof RoleInput>;
