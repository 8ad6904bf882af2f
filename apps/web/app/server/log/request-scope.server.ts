import { AsyncLocalStorage } from "node:async_hooks";

/** What the log says of a request, wherever in its course something is logged. */
export interface RequestScope {
  readonly requestId: string;
  /** Once the session has been looked up. */
  userId?: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function runInRequest<Result>(scope: RequestScope, run: () => Result): Result {
  return scopes.run(scope, run);
}

/** Undefined outside of requests, as in background jobs. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore();
}

export function noteRequestUser(userId: string): void {
  const scope = scopes.getStore();
  if (scope) scope.userId = userId;
}
