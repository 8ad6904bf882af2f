/** Leads whoever sent a form with a mistake to the field it is in. */
export function focusFirstInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector('[aria-invalid="true"]');
  if (field instanceof HTMLElement) field.focus();
}
