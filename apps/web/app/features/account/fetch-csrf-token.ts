/** A token for a form of Auth.js; the answer sets the cookie that belongs to it. */
export async function fetchCsrfToken(): Promise<string> {
  const response = await fetch("/api/auth/csrf");
  if (!response.ok) throw new Error(`No CSRF token: ${response.status}`);
  const { csrfToken }: { csrfToken: string } = await response.json();
  return csrfToken;
}
