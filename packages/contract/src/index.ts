// Types, words and codes. The schemas themselves are `@withholding-forms/contract/schemas`, because they load TypeBox,
// which a browser and the engine do not need.
export { type FieldCode, fieldCodes, type ProblemCode, problemCodes } from "./problem-codes.js";
export type {
  Address,
  AddressError,
  AddressPlace,
  CanadianAddress,
  LocationData,
  LocationRequest,
  PaymentType,
  UsAddress,
} from "./schemas/address.js";
export type { FieldError, Login, LoginRefused, ProblemDocument, Unauthorized } from "./schemas/errors.js";
export type {
  Answer,
  Employee,
  Employer,
  FederalValues,
  FillPdfRequest,
  FillPdfResponse,
  TaxParameter,
} from "./schemas/fill-pdf.js";
export type { FormFields, RequiredMembers } from "./schemas/form-fields.js";
export type {
  FormInformation,
  FormVersionStatus,
  GivenBy,
  ParameterCalculation,
  SignatureField,
  TaxParameterSchema,
  Together,
  Verification,
} from "./schemas/form-information.js";
export type {
  ApplicableForm,
  CatalogEntry,
  Flow,
  FormIds,
  FormSummary,
  FormsCatalog,
  FormsResponse,
  GuidedFlowsResponse,
} from "./schemas/forms.js";
export type {
  Certificate,
  EffectiveParameter,
  EffectiveParametersRequest,
  EffectiveParametersResponse,
  EndedCertificate,
  Gate,
  Replacement,
  Situation,
} from "./schemas/life-cycle.js";
export type { MigrateRequest, MigrateResponse, StaleAnswer } from "./schemas/migrate.js";
export type {
  ChangesResponse,
  CoverageResponse,
  CoveredForm,
  CoveredJurisdiction,
  CoveredVersion,
  FormChange,
  MissingForm,
  NoticeDefinition,
  NoticesResponse,
  ParameterDefinition,
  ParametersResponse,
  VerificationLevels,
} from "./schemas/overview.js";
export type {
  Calculation,
  CodedNotice,
  Express,
  Follows,
  Given,
  Navigation,
  NavigationMapping,
  Note,
  Notice,
  PlaceAnswer,
  PublishedTable,
  Question,
  QuestionOption,
  QuestionSet,
  Suggestion,
} from "./schemas/questions.js";
export {
  displayTypes,
  INELIGIBLE,
  type Language,
  languages,
  noticeActions,
  noticeAudiences,
  noticeDues,
  parameterTypes,
  placeKinds,
  type ServiceNotice,
  type Signer,
  serviceNotices,
  signers,
  type VerificationLevel,
  verificationLevels,
} from "./words.js";
