/**
 * Pauses after the first, second, … mail of one kind to one address; the last one holds from then on. Short enough that the owner always
 * gets a link within minutes, long enough that nobody can fill a mailbox.
 */
export const MAIL_BACKOFF_SECONDS: readonly number[] = [60, 60, 120, 300];

/** After this long without a mail the first pause applies again. */
export const MAIL_BACKOFF_RESET_SECONDS = 60 * 60;
