interface Action {
  isPending: boolean;
  reset: () => void;
}

/** Properties of a dialog that shows how an action failed. Opened again, it does not show the last failure. */
export const resetWhenClosed = ({ isPending, reset }: Action) => ({
  onExitTransitionEnd: () => {
    if (!isPending) reset();
  },
});
