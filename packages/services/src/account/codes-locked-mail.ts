import { type LinkMailTexts, linkMail } from "./link-mail";

/** In English: the language of the page was chosen by the person who gave the wrong codes, not by the owner. */
export function codesLockedMail(appUrl: string, lockedUntil: Date) {
  const until = `${lockedUntil.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const texts: LinkMailTexts = {
    subject: "Wrong codes for your Genmint account",
    action: "Choose a new password",
    note:
      `Somebody signed in with your password and then gave several wrong codes. Codes of the authenticator app are not accepted until ${until}; ` +
      "your recovery codes are. If this was you, wait or use a recovery code. If it was not, choose a new password now.",
  };
  return linkMail(`${appUrl}/forgot-password`, texts);
}
