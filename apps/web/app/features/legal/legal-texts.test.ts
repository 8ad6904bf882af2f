import { describe, expect, it } from "vitest";
import type { LegalFacts, LegalPageName, LegalText } from "./legal-text";
import { LEGAL_TEXTS } from "./load-legal-page.server";

const FULL: LegalFacts = {
  seller: { name: "Mint Ltd", address: "1 Mint Street, Dublin", taxId: "IE123" },
  contactEmail: "help@mint.example",
  provider: "paycorp",
  signInProviders: ["Google", "GitHub"],
  refundsFailures: true,
  moderatesPrompts: true,
  chatCredits: { least: 5, most: 20 },
};
const EMPTY: LegalFacts = {
  seller: { name: "Genmint", address: null, taxId: null },
  contactEmail: null,
  provider: "creem",
  signInProviders: [],
  refundsFailures: false,
  moderatesPrompts: false,
  chatCredits: { least: 10, most: 10 },
};
const PAGES: readonly LegalPageName[] = ["terms", "privacy", "contact"];

function textOf(language: string, page: LegalPageName, facts: LegalFacts): LegalText {
  const texts = LEGAL_TEXTS.get(language);
  if (!texts) throw new Error(`There are no legal texts in ${language}`);
  return texts[page](facts);
}

const shapeOf = ({ sections }: LegalText) =>
  sections.map(({ paragraphs = [], items = [], email }) => [paragraphs.length, items.length, email]);

describe.each(PAGES)("%s", (page) => {
  it.each([
    ["with all settings", FULL],
    ["with none", EMPTY],
  ])("has the same sections in every language, %s", (_name, facts) => {
    const english = shapeOf(textOf("en", page, facts));
    for (const language of LEGAL_TEXTS.keys()) expect(shapeOf(textOf(language, page, facts))).toEqual(english);
  });
});

describe("what depends on the configuration", () => {
  const flat = (page: LegalPageName, facts: LegalFacts) => JSON.stringify(textOf("en", page, facts));

  it("names the seller, the providers and the price of chat", () => {
    expect(flat("terms", FULL)).toContain("5 to 20 credits, depending on the model");
    expect(flat("terms", FULL)).toContain("payment provider, paycorp");
    expect(flat("privacy", FULL)).toContain("Google or GitHub");
    expect(flat("privacy", EMPTY)).not.toContain("If you sign in with");
    expect(flat("contact", FULL)).toContain("Tax ID: IE123");
  });

  it("promises refunds of failures only where they are made", () => {
    expect(flat("terms", FULL)).toContain("its credits come back by themselves");
    expect(flat("terms", EMPTY)).toContain("don’t come back by themselves");
  });

  it("says that prompts are checked only where they are", () => {
    expect(flat("terms", FULL)).toContain("rules of our payment provider, paycorp");
    expect(flat("privacy", FULL)).toContain("It also checks each prompt");
    expect(flat("terms", EMPTY)).not.toContain("Prompts are checked");
    expect(flat("privacy", EMPTY)).not.toContain("It also checks");
  });

  it("says so when there is no address to write to", () => {
    expect(flat("contact", EMPTY)).toContain("No contact address has been published here yet.");
    expect(flat("contact", { ...EMPTY, seller: FULL.seller })).toContain("write to the postal address below");
  });
});
