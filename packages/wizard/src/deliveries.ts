import type { CompletedForm } from "./session/results.js";

/** What the host reports about a form that it received. Undefined: nothing. */
export type Delivery = "PENDING" | "DELIVERED" | "FAILED";

/** What became of the completed forms: the host's reports about them, and the copies that the employee has. */
export type Deliveries = ReturnType<typeof createDeliveries>;

/** `offer` returns whether the host has handled the form immediately. */
export function createDeliveries(
  offer: (form: CompletedForm, waitUntil: (stored: Promise<unknown>) => void) => boolean,
  changed: () => void,
) {
  const deliveries = new Map<CompletedForm, Delivery>();
  const saved = new Set<CompletedForm>();

  function settle(form: CompletedForm, delivery: Delivery): void {
    deliveries.set(form, delivery);
    if (delivery === "DELIVERED") saved.add(form);
    changed();
  }

  return {
    of: (form: CompletedForm): Delivery | undefined => deliveries.get(form),
    /** The employee has saved or printed a copy. */
    save(form: CompletedForm): void {
      saved.add(form);
      changed();
    },
    /** Passes a form to the host, which can report when it has stored it, or handle it immediately. */
    deliver(form: CompletedForm): void {
      const stored: Promise<unknown>[] = [];
      const isHandled = offer(form, (one) => stored.push(one));
      if (stored.length > 0) {
        settle(form, "PENDING");
        Promise.all(stored).then(
          () => settle(form, "DELIVERED"),
          () => settle(form, "FAILED"),
        );
      } else if (isHandled) settle(form, "DELIVERED");
    },
    /** The host stores all forms. What it reported about a single form counts more. */
    deliverAll(forms: readonly CompletedForm[]): void {
      for (const form of forms) if (!deliveries.has(form)) settle(form, "DELIVERED");
    },
    /** Whether neither the employee nor the host has a copy that would be lost. */
    isUnsaved: (form: CompletedForm): boolean => form.pdf !== undefined && !saved.has(form),
  };
}
