import type { ChangeNameInput } from "@app/core/account/change-name-input";
import type { UserContext } from "../context";

/** What the caller is called; nothing makes an account without a name. */
export async function changeName(ctx: UserContext, input: ChangeNameInput): Promise<{ name: string | null }> {
  return ctx.db.user.update({
    where: { id: ctx.actor.id },
    data: { name: input.name ?? null },
    select: { name: true },
  });
}
