/** The part of a wizard that the browser's Back button works on. */
export interface BackTarget {
  canGoBack(): boolean;
  back(): void;
}

export type BrowserBack = ReturnType<typeof createBrowserBack>;

/** Marks the entry of the history that is ours. */
const mark = "withholding-wizard";

/**
 * Makes the browser's Back button go one step back in the wizard. While there is a previous step, one entry of our own is
 * on top of the history. The button removes it, which is how the wizard learns of it. If there is no previous step, the button leaves
 * the page as usual: no employee is trapped.
 */
export function createBrowserBack(target: BackTarget) {
  const isOurs = (): boolean => (history.state as { readonly [mark]?: true } | null)?.[mark] === true;
  // An entry left by an earlier load of the page is used again.
  let pushed = isOurs();

  function popped(): void {
    if (!pushed || isOurs()) return;
    pushed = false;
    if (target.canGoBack()) {
      target.back();
      moved();
    } else history.back();
  }

  function moved(): void {
    if (pushed || !target.canGoBack()) return;
    pushed = true;
    // Ours already where the Forward button has brought it back.
    if (!isOurs()) history.pushState({ ...(history.state as object | null), [mark]: true }, "");
  }

  addEventListener("popstate", popped);
  return {
    /** Another page is shown. */
    moved,
    /** From now on the button leaves the page, as without us. */
    stop(): void {
      removeEventListener("popstate", popped);
      pushed = false;
    },
  };
}
