import { ApiClient } from "../api-client";
import type { TestApp } from "../start-test-app";

/** Everything that was answered, headers included, but for the cookies: those are for whoever asked. */
export class RecordingClient extends ApiClient {
  constructor(
    app: TestApp,
    private readonly answers: string[],
  ) {
    super(app);
  }

  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await super.fetch(path, init);
    const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
    this.answers.push(`${response.status} ${JSON.stringify(headers)}\n${await response.clone().text()}`);
    return response;
  }
}
