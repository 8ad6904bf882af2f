/** What a yearly plan still owes: the part of a stored schedule that deciding the next instalments needs. */
export interface ScheduleTerms {
  creditsPerGrant: number;
  intervalMonths: number;
  grantsRemaining: number;
  totalCreditsRemaining: number;
  nextGrantAt: Date;
}
