/**
 * Signs out and goes to `callbackUrl`. Submits a form because the response redirects to another page. Fetches the CSRF token on demand, so that
 * pages load without one.
 * @throws if the server cannot be reached
 */
export async function submitSignOut(callbackUrl: string): Promise<void> {
  const fields = { csrfToken: await fetchCsrfToken(), callbackUrl };
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/api/auth/signout";
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  // The next user of this tab must not find what this one has typed.
  sessionStorage.clear();
  form.submit();
}

/** Fetches a CSRF token for an Auth.js form. The response also sets the cookie that belongs to the token. */
async function fetchCsrfToken(): Promise<string> {
  const response = await fetch("/api/auth/csrf");
  if (!response.ok) throw new Error(`No CSRF token: ${response.status}`);
  const { csrfToken }: { csrfToken: string } = await response.json();
  return csrfToken;
}
