import { type Description, operationsOf, ResponseChecker } from "../../../apps/web/test/openapi/description";
import { generatedRequests, PASSED_ON } from "../../../apps/web/test/openapi/generated-requests";
import type { FuzzCase, FuzzContext, FuzzGroup } from "../fuzz-group";

/** Requests generated from /api/openapi.json. Each response must be as described there, and no failure of ours. */
export async function describedGroup(world: FuzzContext): Promise<FuzzGroup> {
  const response = await fetch(`${world.origin}/api/openapi.json`);
  const description = (await response.json()) as Description;
  const checker = new ResponseChecker(description);
  // Signing out would end the sessions that the others need.
  const operations = operationsOf(description).filter(({ id }) => id !== "postAuth");
  const cases = generatedRequests(description, operations, world).map(
    ({ operation, method, path, headers, body }): FuzzCase => ({
      request: { method, path, headers, body: body === null ? null : Buffer.from(body) },
      expected: {
        problemOf: (seen) =>
          checker.problem(operation, seen) ??
          (seen.status >= 500 && !PASSED_ON.test(seen.body) ? `a failure: ${seen.status} ${seen.body}` : null),
      },
    }),
  );
  return { name: "described", cases };
}
