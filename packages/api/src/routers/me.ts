import { getDashboard } from "@app/services/account/get-dashboard";
import { publicProcedure, router, userProcedure } from "../trpc";

export const meRouter = router({
  /** Who is signed in, or null. */
  current: publicProcedure.query(({ ctx }) => (ctx.session.kind === "active" ? ctx.session.actor : null)),
  dashboard: userProcedure.query(({ ctx }) => getDashboard(ctx.service)),
});
