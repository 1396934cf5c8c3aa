import { expect, it } from "vitest";
import { spacingFault } from "./spacing.js";

it.each([
  ["a colon", "Ligne 3 : total", "3 :"],
  ["an opening quotation mark", "Choisissez « Aucune\u00a0».", "« Aucune"],
  ["a closing quotation mark", "Choisissez «\u00a0Aucune ».", "Aucune »"],
  ["an amount", "plus de 500 $", "0 $"],
  ["a percentage", "au moins 90 %", "0 %"],
  ["thousands", "plus de 10 000\u00a0$", "0 000"],
])("finds an ordinary space at %s", (_, sentence, place) => {
  expect(spacingFault(sentence)).toBe(place);
});

it.each([
  "Ligne 3\u00a0: choisissez «\u00a0Aucune\u00a0» si c'est plus de 10\u00a0000\u00a0$ ou 90\u00a0%.",
  "le 1er janvier 2026 ou après; voulez-vous continuer?",
  "les lignes 27, 28 et 29",
])("accepts: %s", (sentence) => {
  expect(spacingFault(sentence)).toBeUndefined();
});
