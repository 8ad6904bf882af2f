import { expect, test } from "vitest";
import { pageBuild } from "../../../test/whole-app";
import { createPageRouteFinder } from "./page-routes.server";

const findRoute = createPageRouteFinder(pageBuild().routes);

test.each([
  ["/", "/"],
  ["/zh", "/"],
  ["/_root.data", "/"],
  ["/billing", "/billing"],
  ["/zh/billing", "/billing"],
  ["/billing.data", "/billing"],
  ["/admin/users/u_1", "/admin/users/:userId"],
  ["/zh/admin/users/u_1", "/admin/users/:userId"],
  ["/no/such/page/anywhere", undefined],
])("%s is %s", (path, route) => expect(findRoute(path)).toBe(route));
