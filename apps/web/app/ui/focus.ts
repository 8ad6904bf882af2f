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

/**
 * Gives a button that is disabled while it works the focus back. Browsers take it from a disabled element: a keyboard user could not press the
 * button again, and would leave the dialog around it with the next Tab.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    let latest: HTMLElement | null = null;
    const isDropped = () => document.activeElement === document.body;
    const remember = ({ target }: FocusEvent) => {
      latest = target instanceof HTMLElement ? target : null;
    };
    const forgetIfLeft = () =>
      setTimeout(() => {
        if (isDropped() && !latest?.matches(":disabled")) latest = null;
      });
    const observer = new MutationObserver(() => {
      if (isDropped() && latest?.matches(":enabled")) latest.focus({ preventScroll: true });
    });
    observer.observe(document.body, { subtree: true, attributeFilter: ["disabled"] });
    document.addEventListener("focusin", remember);
    document.addEventListener("focusout", forgetIfLeft);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", remember);
      document.removeEventListener("focusout", forgetIfLeft);
    };
  }, []);
}
