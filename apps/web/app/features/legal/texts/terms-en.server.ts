import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import type { LegalFacts, LegalText } from "../legal-text";

export function termsInEnglish(facts: LegalFacts): LegalText {
  const { seller, provider, refundsFailures, moderatesPrompts, chatCredits } = facts;
  const { least, most } = chatCredits;
  const chat = least === most ? `${least} credits` : `${least} to ${most} credits, depending on the model`;
  return {
    title: "Terms",
    description: "The terms for using Genmint: credits, plans, instalments, cancelling, refunds and your content.",
    intro: `These terms apply between you and ${seller.name}, who sells and runs this service. They’re short and meant to be read.`,
    sections: [
      {
        heading: "Your account",
        paragraphs: [
          "You need an account with an email address that is yours. Keep your password and your API keys to yourself: anyone who has them can spend your credits, and we count that as you.",
          "We may suspend an account that breaks these terms. The sign-in page then shows the reason and, if there is one, the end date. If you think it’s a mistake, contact us.",
          "You can delete your account in your settings. Cancel a plan that still renews first. Credits that are left are lost, and instalments that are still to come stop.",
        ],
      },
      {
        heading: "Credits",
        paragraphs: [
          `Credits pay for what you make. A chat message costs ${chat}, an image ${IMAGE_COST_CREDITS} credits and a video ${VIDEO_COST_CREDITS} credits. The price is shown before you send a request.`,
          "Unused credits don’t expire, with or without a plan. They aren’t money: they can’t be paid out or moved to another account.",
          "Every change of your balance is listed on the billing page.",
        ],
      },
      {
        heading: "Packs and plans",
        items: [
          "A pack is bought once. Its credits arrive with the payment.",
          "A monthly plan renews every month. Each payment brings its credits at once.",
          "A yearly plan renews every year. Its credits arrive in monthly instalments: the first with the payment, the others in the months that follow. The billing page shows the dates.",
          "To change plans you pay the full price of the new plan. Its first credits arrive at once, and the old plan doesn’t renew.",
        ],
      },
      {
        heading: "Cancelling",
        paragraphs: [
          "You can cancel a plan on the billing page at any time. You keep it until the end of the period you paid for, and you aren’t charged again. If a payment is overdue, it ends right away.",
          "You keep your credits, and instalments of a year you paid for still arrive.",
        ],
      },
      {
        heading: "Paying",
        paragraphs: [
          `You pay on the page of our payment provider, ${provider}. We never see your card number. Tax is calculated and collected by the provider. The billing page has a receipt for every payment.`,
        ],
      },
      {
        heading: "Failures and refunds",
        paragraphs: [
          refundsFailures
            ? "If an image or a video fails, its credits come back by themselves, once. The same goes for a chat message that got no answer. An answer that broke off after it had begun stays charged."
            : "Credits of an image, a video or a chat message that failed don’t come back by themselves, because the work was done. If it was our fault, contact us and we’ll look into it.",
          "For a refund of money, contact us. Refunds are paid by the payment provider. When a payment is refunded in full, or your bank takes it back, the instalments it paid for stop, and we may take back the credits it brought. Your balance can then be below zero; new credits cover that first.",
          "Nothing here limits the rights that the law of your country gives you as a consumer.",
        ],
      },
      {
        heading: "Your content",
        paragraphs: [
          "What you write, upload and make stays yours. You allow us to store it and to pass it to the providers that make your results, as far as that needs.",
          "Only upload what you have the right to use. Others may get similar results. Results can be wrong: check them before you rely on them.",
        ],
      },
      {
        heading: "What isn’t allowed",
        items: [
          "Content that is against the law, or that sexualises minors.",
          ...(moderatesPrompts
            ? [
                `Sexually explicit images and videos. Prompts are checked against the rules of our payment provider, ${provider}, before anything is made. One that breaks them is refused and costs nothing.`,
              ]
            : []),
          "Deceiving or harassing people, or using somebody’s likeness against their will.",
          "Attacking or overloading the service, or going around its limits.",
        ],
      },
      {
        heading: "Availability and changes",
        paragraphs: [
          "We work to keep the service running but can’t promise that it is never interrupted. Models may change or go. The number of requests is limited, so that the service works for everybody.",
          "Prices may change for later purchases. We publish changes of these terms on this page.",
        ],
      },
    ],
  };
}
