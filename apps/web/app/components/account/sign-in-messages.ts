/** What Auth.js's error codes mean for whoever signs in. */
const MESSAGE_BY_CODE: ReadonlyMap<string, string> = new Map([
  ["CredentialsSignin", "The e-mail address or the password is wrong."],
  ["Banned", "This account is banned. Write to us if you think that is a mistake."],
  ["Configuration", "Signing in did not work. Check the e-mail address, or try again in a moment."],
  ["Verification", "The link has expired or was used before. Ask for a new one."],
  ["OAuthAccountNotLinked", "This e-mail address belongs to an account that signs in another way. Use that way."],
  ["AccessDenied", "Signing in was refused."],
  ["MissingCSRF", "The form had expired. Try again."],
]);

const DEFAULT_MESSAGE = "Signing in did not work. Try again.";

export function signInMessage(code: string): string {
  return MESSAGE_BY_CODE.get(code) ?? DEFAULT_MESSAGE;
}
