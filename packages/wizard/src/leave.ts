/** Asks the browser to warn before the page is left, while there is something to lose. */
export function createLeaveWarning() {
  let listening = false;
  return {
    set(on: boolean): void {
      if (on === listening) return;
      listening = on;
      // Only while it is needed: a page with this listener may be excluded from the back/forward cache.
      if (on) addEventListener("beforeunload", warn);
      else removeEventListener("beforeunload", warn);
    },
  };
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Browsers from before 2023 use this instead.
  event.returnValue = true;
}
