import type { LegalFacts, LegalSection, LegalText } from "../legal-text";

export function contactInEnglish({ seller, contactEmail }: LegalFacts): LegalText {
  return {
    title: "Contact",
    description: "How to reach the company that sells and runs Genmint.",
    intro: "Questions about a payment are answered fastest with the number on your receipt.",
    sections: [
      write(contactEmail, "Write to us", [
        seller.address
          ? "No email address has been published here yet. Please write to the postal address below."
          : "No contact address has been published here yet.",
      ]),
      { heading: "Who runs this service", paragraphs: sellerLines(seller, (id) => `Tax ID: ${id}`) },
    ],
  };
}

export function contactInChinese({ seller, contactEmail }: LegalFacts): LegalText {
  return {
    title: "联系我们",
    description: "如何联系销售并运营 Genmint 的公司。",
    intro: "咨询付款问题时，请附上收据编号，以便更快处理。",
    sections: [
      write(contactEmail, "写信给我们", [
        seller.address ? "这里尚未公布邮箱，请写信到下方的邮寄地址。" : "这里尚未公布联系地址。",
      ]),
      { heading: "本服务的运营方", paragraphs: sellerLines(seller, (id) => `税号：${id}`) },
    ],
  };
}

function write(email: string | null, heading: string, withoutEmail: readonly string[]): LegalSection {
  return email === null ? { heading, paragraphs: withoutEmail } : { heading, email };
}

function sellerLines({ name, address, taxId }: LegalFacts["seller"], taxLine: (id: string) => string): string[] {
  return [name, ...(address ? [address] : []), ...(taxId ? [taxLine(taxId)] : [])];
}
