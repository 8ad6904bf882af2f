/** The legal pages, by the last segment of their path. */
export type LegalPageName = "terms" | "privacy" | "contact";

/** What the texts say about this installation, so that they are true of its configuration. */
export interface LegalFacts {
  seller: { name: string; address: string | null; taxId: string | null };
  contactEmail: string | null;
  /** Name of the payment provider. */
  provider: string;
  /** Names of the sign-in providers that are configured. */
  signInProviders: readonly string[];
  refundsFailures: boolean;
  /** Whether the payment provider checks prompts for images and videos. */
  moderatesPrompts: boolean;
  /** Credits for a chat message with the cheapest and with the dearest model. */
  chatCredits: { least: number; most: number };
}

export interface LegalSection {
  heading: string;
  paragraphs?: readonly string[] | undefined;
  items?: readonly string[] | undefined;
  /** An e-mail address below the text. */
  email?: string | undefined;
}

/** The text of a legal page in one language. */
export interface LegalText {
  title: string;
  /** For search engines. */
  description: string;
  intro: string;
  sections: readonly LegalSection[];
}

/** Writes the legal pages in one language. */
export type LegalTexts = Readonly<Record<LegalPageName, (facts: LegalFacts) => LegalText>>;
