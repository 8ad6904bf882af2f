/** What every form of Auth.js carries unseen: its token, and where to go once signed in. */
export interface AuthFormData {
  csrfToken: string;
  callbackUrl: string;
}

export function AuthFormFields({ csrfToken, callbackUrl }: AuthFormData) {
  return (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
    </>
  );
}
