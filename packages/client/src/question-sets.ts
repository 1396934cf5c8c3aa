import { INELIGIBLE } from "@withholding-forms/interview";
import { type FormSource, type FormStart, resolveStart } from "./form-journey.js";
import type { MoveOptions } from "./journey.js";
import type { Navigation, QuestionSet } from "./types.js";

/** Every question set of a form version, whatever the answers. The first one is where a journey starts. */
export async function allQuestionSets(
  source: FormSource,
  form: Omit<FormStart, "answers" | "at">,
  { signal, timeoutMs }: MoveOptions = {},
): Promise<readonly QuestionSet[]> {
  const { formId, language, hasFederalValues } = form;
  const { formVersion, initialQuestionSet } = await resolveStart(source, form, { signal, timeoutMs });
  const found = new Map<string, QuestionSet>();
  for (let wanted = [initialQuestionSet]; wanted.length > 0; ) {
    const sets = await Promise.all(
      wanted.map((id) =>
        source.formQuestionSet(formId, id, { formVersion, hasFederalValues, language, signal, timeoutMs }),
      ),
    );
    for (const [index, set] of sets.entries()) found.set(wanted[index] ?? set.id, set);
    const leads = new Set(sets.flatMap(({ navigation }) => nextSets(navigation)));
    wanted = [...leads].filter((id) => !found.has(id));
  }
  return [...found.values()];
}

function nextSets(navigation: Navigation): string[] {
  const mappings =
    navigation.navigationType === "CONSTANT"
      ? [navigation.navigationMapping]
      : Object.values(navigation.navigationMappings);
  return mappings.flatMap(({ nextQuestionSetId }) =>
    nextQuestionSetId === undefined || nextQuestionSetId === INELIGIBLE ? [] : [nextQuestionSetId],
  );
}
