import type { LegalFacts, LegalText } from "../legal-text";

export function privacyInEnglish({ seller, provider, signInProviders, moderatesPrompts }: LegalFacts): LegalText {
  const identity = signInProviders.join(" or ");
  return {
    title: "Privacy",
    description:
      "What Genmint stores about you, why, who receives it, how long it is kept, and how to export or delete it.",
    intro: `${seller.name} is responsible for your data on this service. There is no advertising here, and nothing follows you to other sites.`,
    sections: [
      {
        heading: "What we store",
        items: [
          "Your account: email address, name if you give one, language, mail settings, and a hash of your password. We can’t read the password.",
          ...(signInProviders.length > 0
            ? [
                `If you sign in with ${identity}: your id there, and the email address, name and picture that they send us.`,
              ]
            : []),
          "What you make: chats and your instructions for them, prompts, uploaded pictures, images and videos, with your favorites, collections and share links. We remove metadata such as places from pictures you upload.",
          "What you buy: payments, plans, every change of your balance, and the notices of the payment provider as we received them, which may contain the name, address and country you entered there.",
          "Where you’re signed in: the browser’s name and when you used it last.",
          "For programs: your API keys as hashes, and the addresses of your webhooks with what was sent there.",
          "For security: counters of attempts, some by network address, which are deleted soon after their time is over; and a record of important actions on accounts.",
        ],
      },
      {
        heading: "What we use it for",
        paragraphs: [
          "To provide the service you asked for, to keep our books, and to protect accounts against misuse. We don’t sell data and don’t train models with it.",
          "We send mails about sign-ins, purchases, plans, low credits, paused webhooks and the security of your account. You can switch off the one about low credits in your settings.",
          "Our administrators can see accounts, payments, balances, and images and videos with their prompts.",
        ],
      },
      {
        heading: "Who receives data",
        items: [
          `The payment provider, ${provider}: your email address, your account’s id and what you buy. You enter the rest there yourself.${moderatesPrompts ? " It also checks each prompt for an image or a video against its rules, under your account’s id, before anything is made." : ""}`,
          "The providers of the models: the prompt, the pictures that go with it or, for a chat, your instructions and up to 20 earlier messages. Not your name or email address. What they may do with it is in our contracts with them: ask us.",
          "The storage of files: uploaded pictures and results. Anyone who knows a file’s long, random address can open it.",
          "Anyone with a link that you share: that image or video, and its prompt if you choose so, until you stop sharing it. Your name isn’t shown.",
          "The mail provider: your email address and our mails to you.",
          "Webhooks that you set up: the events you chose, at the address you entered.",
          "The company that runs our servers, which processes all of this for us.",
        ],
      },
      {
        heading: "Cookies and browser storage",
        paragraphs: ["We only use what the service needs. There are no cookies for advertising or statistics."],
        items: [
          "Session, 30 days: keeps you signed in.",
          "Known browser, 180 days: names accounts that have signed in here, so that somebody else’s wrong passwords don’t lock you out.",
          "Form protection and the page to return to, until the browser is closed: for signing in.",
          "Language, width of the navigation and hidden first steps, one year: your choices on this site.",
          "In the browser alone: the theme, drafts, and your balance before a purchase. Drafts and the balance end with the tab.",
        ],
      },
      {
        heading: "How long we keep it",
        items: [
          "What you make: until you delete your account. An image, a video or a chat that you delete is hidden at once and erased with your account.",
          "Payments, plans, changes of the balance, notices of the payment provider and the record of important actions: for good, because our books must add up. After the deletion of your account, ours no longer name you; the provider’s notices stay as they came.",
          "Repeated requests of programs: 24 hours. What was sent to webhooks: 30 days. Links in mails: up to 24 hours.",
          "Server logs: time, page without its query, result and your account’s id; no content. The service sets no end for them: ask us how long we keep ours. The same goes for backups, in which deleted data remains until they are replaced.",
        ],
      },
      {
        heading: "Your rights",
        paragraphs: [
          "In your settings you can download what you made and bought, and your account’s data, as one file, correct your name, see and end your sessions, and delete your account. Deleting erases your name, email address, chats, prompts and sign-ins at once, and your files about an hour later.",
          "For anything else, such as the payment provider’s notices, a correction of your email address or an objection, contact us. You may also complain to the data protection authority of your country.",
        ],
      },
    ],
  };
}
