import { useEffect } from "react";

/** Moves the focus to a form's first invalid field, for keyboard and screen reader users. */
export function focusFirstInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector('[aria-invalid="true"]');
  if (field instanceof HTMLElement) field.focus();
}

/** Moves the focus to the first invalid field of any form that was submitted with one. */
export function useFocusInvalid(): void {
  useEffect(() => {
    const onSubmit = ({ target }: SubmitEvent) => {
      // In the next frame React has rendered the errors.
      if (target instanceof HTMLFormElement) requestAnimationFrame(() => focusFirstInvalid(target));
    };
    document.addEventListener("submit", onSubmit);
    return () => document.removeEventListener("submit", onSubmit);
  }, []);
}
