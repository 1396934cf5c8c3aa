export { agreed } from "./agreed.js";
export {
  composed,
  isoDate,
  maxAnswerLength,
  type Read,
  readAnswer,
  valueTypeOf,
} from "./answer.js";
export { Decimal, fixed, round, zero } from "./decimal.js";
export { type Defined, defined } from "./defined.js";
export {
  evaluate,
  type Formula,
  formulaOf,
  number,
  type Scope,
  type Table,
  tableDepth,
  tableType,
  truth,
  type Value,
} from "./evaluate.js";
export {
  type BinaryOperator,
  type Expression,
  ExpressionError,
  type FunctionName,
  functionNames,
  idsOf,
  keepParsed,
  parseExpression,
  visit,
} from "./expression.js";
export { followingAnswers } from "./follows.js";
export { amountText, dateText, numberText, percentText } from "./format.js";
export { type IdentityNumber, impossibleNumbers } from "./identity.js";
export { pointerNames, pointerTo, valueAt } from "./json-pointer.js";
export { parameterText, textOf } from "./parameter.js";
export { fillPerjury, perjuryVariables } from "./perjury.js";
export { type KnownPlace, type PlaceAnswered, placeAnswer } from "./place.js";
export { publish } from "./publish.js";
export { type Named, type PublishedCalculation, publishCalculation } from "./self-contained.js";
export { type Known, type SuggestedAnswer, suggestedAnswer } from "./suggest.js";
export * from "./types.js";
export { typeOf } from "./typing.js";
export {
  type AnswerProblem,
  type Answers,
  follow,
  givenAnswers,
  type Inputs,
  type KnownQuestions,
  newProgress,
  readSet,
  type SetSource,
  type Walk,
  walkAnswers,
} from "./walk.js";
