/** Keeps the second half of a double click from reaching a page that has just appeared under the pointer. */
export function createDoubleClickGuard(element: HTMLElement) {
  /** Since the last pointer press. */
  let hasMoved = false;

  /** It must not take the focus from the new heading. */
  function pressed(event: MouseEvent): void {
    if (event.detail <= 1) hasMoved = false;
    else if (hasMoved) event.preventDefault();
  }

  /** Nor may it press what is now under the pointer. */
  function clicked(event: MouseEvent): void {
    if (event.detail <= 1 || !hasMoved || !event.composedPath().includes(element)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    /** Another page has appeared. */
    moved(): void {
      hasMoved = true;
    },
    start(): void {
      addEventListener("mousedown", pressed, true);
      addEventListener("click", clicked, true);
    },
    stop(): void {
      removeEventListener("mousedown", pressed, true);
      removeEventListener("click", clicked, true);
    },
  };
}
