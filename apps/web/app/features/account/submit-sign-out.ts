import { fetchCsrfToken } from "./fetch-csrf-token";

/**
 * Signs out and goes to `callbackUrl`. A form, since the answer leads to another page. Its token is fetched only now: a page
 * needs none to be shown.
 * @throws when the server cannot be reached
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
  form.submit();
}
