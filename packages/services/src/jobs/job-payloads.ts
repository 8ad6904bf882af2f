/** Every background job with what it is told. Payloads name rows; the job reads the rest when it runs. */
export interface JobPayloads {
  "send-purchase-confirmation": { paymentId: string };
  /** Lets a subscription end that another one has taken the place of. */
  "end-subscription": { subscriptionId: string };
  /** Cancels at the provider what an administrator has canceled here. */
  "cancel-at-provider": { subscriptionId: string };
  /** Mails a link to a new password, if the address has an account. `askedAt` is an ISO date. */
  "send-password-reset": { email: string; locale: string | null; askedAt: string };
  /** Mails a link that confirms the address of an account. */
  "send-verification": { userId: string; locale: string | null; askedAt: string };
  /** Mails a link that signs in, and goes on to `callbackUrl`, an address of the service's own. */
  "send-sign-in-link": { email: string; locale: string | null; callbackUrl: string; askedAt: string };
  /** Tells the owner of an account that its codes are locked. `lockedUntil` is an ISO date. */
  "send-codes-locked": { userId: string; lockedUntil: string };
  /** Brings an open video to its end when nobody polls. */
  "finish-video": { generationId: string };
  /** Copies a result to storage that could not be copied when it arrived; one that is no longer at `originalUrl` has been copied. */
  "copy-result-again": { generationId: string; originalUrl: string };
  /** What requests under way wrote after a deletion, and the files in storage. */
  "erase-deleted-account": { userId: string };
  /** Every hour: grants the instalments of yearly plans that are due. */
  "grant-instalments": Record<string, never>;
  /** Every minute: closes what crashes left open, expires subscriptions, forgets old keys. */
  sweep: Record<string, never>;
}
