import { type FlowJourney, type FlowSource, type FlowStart, walkFlow } from "./flow-journey.js";
import { type FormJourney, type FormSource, type FormStart, walkForm } from "./form-journey.js";
import type { MoveOptions } from "./journey.js";

/** Takes an employee through a form or a guided flow. Answers are checked with the service's engine. */
export function walk(source: FormSource, start: FormStart, options?: MoveOptions): Promise<FormJourney>;
export function walk(source: FlowSource, start: FlowStart, options?: MoveOptions): Promise<FlowJourney>;
export function walk(
  source: FormSource | FlowSource,
  start: FormStart | FlowStart,
  options: MoveOptions = {},
): Promise<FormJourney | FlowJourney> {
  return "flow" in start
    ? walkFlow(source as FlowSource, start, options)
    : walkForm(source as FormSource, start, options);
}
