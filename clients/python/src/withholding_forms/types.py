"""Types of requests and responses. Made from the OpenAPI description by scripts/make_types.py; do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class LocationRequest(TypedDict):
    """One home address and one or more work addresses"""

    homeAddress: Address
    workAddresses: list[Address]
    paymentType: NotRequired[Literal['WAGES', 'PENSION', None] | None]


class UsAddress(TypedDict):
    """Address in the United States"""

    streetAddress1: str
    streetAddress2: NotRequired[str | None]
    city: str
    state: str
    zipCode: str
    latitude: NotRequired[float | None]
    longitude: NotRequired[float | None]


class CanadianAddress(TypedDict):
    """Address in Canada"""

    streetAddress1: str
    streetAddress2: NotRequired[str | None]
    city: str
    provinceTerritory: Literal['AB', 'BC', 'MB', 'NB', 'NL', 'NT', 'NS', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT']
    postalCode: str


class FormsResponse(TypedDict):
    """The forms that apply to the addresses"""

    forms: list[ApplicableForm]
    locationData: list[LocationData]
    errors: list[AddressError]


class ApplicableForm(TypedDict):
    """A form that applies to the addresses"""

    id: str
    name: str
    title: str
    formVersion: str
    formLocality: str
    formType: str
    initialQuestionSet: str
    recommended: bool


class LocationData(TypedDict):
    """A US address after validation, normalization, and geocoding"""

    id: str
    inputAddress: UsAddress
    normalizedAddress: NormalizedAddress
    addressResultMessages: dict[str, AddressResultMessage]
    latitude: NotRequired[str]
    longitude: NotRequired[str]
    verified: bool
    geocoded: bool
    places: NotRequired[list[AddressPlace]]


class NormalizedAddress(TypedDict):
    """A US address as normalized"""

    streetAddress1: str
    streetAddress2: NotRequired[str]
    city: str
    state: str
    zipCode: str


class AddressResultMessage(TypedDict):
    """What an address result code means"""

    message: str
    description: str


class AddressPlace(TypedDict):
    """Extension. A place below the state in which an address is, or may be"""

    kind: Literal['COUNTY', 'CITY', 'TOWNSHIP', 'SCHOOL_DISTRICT', 'SPECIAL_DISTRICT']
    code: str
    name: str
    certainty: Literal['INSIDE', 'LIKELY', 'POSSIBLE']
    source: Literal['embedded', 'census', 'boundaries']


class AddressError(TypedDict):
    """A problem with an address that did not prevent a result"""

    addressId: str
    code: str
    message: str
    locality: NotRequired[str]
    localityFullName: NotRequired[str]
    agency: NotRequired[Agency]
    formName: NotRequired[str]


class Agency(TypedDict):
    """The agency that publishes a jurisdiction's forms, with its website"""

    name: str
    url: str
    language: NotRequired[Literal['es', 'fr']]


class GuidedFlowsResponse(TypedDict):
    """The guided flows that apply to the addresses"""

    flows: list[Flow]
    locationData: list[LocationData]
    errors: list[AddressError]


class Flow(TypedDict):
    """A guided flow"""

    id: str
    locality: str
    residencyStatus: NotRequired[Literal['RESIDENT', 'NONRESIDENT', 'CANADA_RESIDENT']]
    hasFlowQuestions: bool
    initialQuestionSetId: NotRequired[str]
    formsToComplete: NotRequired[list[FormSummary]]
    localityFullName: str


class FormSummary(TypedDict):
    """A form to complete"""

    id: str
    name: str
    title: str
    formVersion: str
    formLocality: str
    formType: str
    initialQuestionSet: str
    given: NotRequired[dict[str, str]]


class QuestionSet(TypedDict):
    """Questions to show together"""

    id: str
    questions: list[Question]
    tables: NotRequired[dict[str, PublishedTable]]
    notes: NotRequired[list[Note]]
    breadcrumbTitle: str
    navigation: Navigation
    express: NotRequired[Express]
    notice: NotRequired[Notice]


class QuestionRequired(TypedDict):
    """Whether and when fillPdf requires an answer"""

    whenRequired: Literal['ALWAYS', 'DEPENDENT', 'NEVER']
    when: NotRequired[str]


class QuestionMultiSelectQuestionOptions(TypedDict):
    id: str
    label: str


class QuestionChecks(TypedDict):
    formula: str
    message: str


class Question(TypedDict):
    """A question"""

    id: str
    questionText: str
    validationRegex: NotRequired[str]
    validationErrorMessage: NotRequired[str]
    htmlType: Literal['INPUT', 'SELECT', 'TEXTAREA', 'PARAGRAPH', 'UNORDERED_LIST', 'IMAGE', 'TABLE']
    displayType: NotRequired[Literal['TEXT', 'RADIO', 'CHECKBOX', 'MULTI_SELECT_CHECKBOX', 'MONTH_YEAR', 'YEAR', 'TELEPHONE', 'EMAIL', 'ZIPCODE', 'INTEGER', 'PERCENT', 'DOLLAR']]
    required: QuestionRequired
    questionOptions: NotRequired[list[QuestionOption]]
    multiSelectQuestionOptions: NotRequired[list[QuestionMultiSelectQuestionOptions]]
    isCalculated: bool
    calculation: NotRequired[Calculation]
    notes: NotRequired[list[Note]]
    valueType: NotRequired[Literal['boolean', 'number', 'text', 'date', 'multi']]
    checks: NotRequired[list[QuestionChecks]]
    given: NotRequired[Given]
    place: NotRequired[PlaceAnswer]
    follows: NotRequired[Follows]
    suggest: NotRequired[list[Suggestion]]


class QuestionOption(TypedDict):
    """One option of a radio or select question"""

    label: str
    id: NotRequired[str]
    value: NotRequired[bool | str]
    formsToComplete: NotRequired[list[FormSummary]]
    ordinary: NotRequired[bool]
    formLanguage: NotRequired[Literal['en', 'es', 'fr']]
    combines: NotRequired[list[str]]


class Calculation(TypedDict):
    """How a calculated question gets its value"""

    formula: str
    formulaWithTables: NotRequired[str]
    scale: int
    roundingMode: Literal['CEILING', 'FLOOR', 'HALF_UP']


class ParagraphNote(TypedDict):
    """Note of htmlType PARAGRAPH"""

    htmlType: Literal['PARAGRAPH']
    text: str
    suggestedPlacement: Literal['ABOVE_QUESTION', 'BELOW_QUESTION', 'ABOVE_ALL_QUESTIONS', 'BELOW_ALL_QUESTIONS']


class ListNote(TypedDict):
    """Note of htmlType UNORDERED_LIST"""

    htmlType: Literal['UNORDERED_LIST']
    listItems: list[str]
    optionalLabel: NotRequired[str]
    suggestedPlacement: Literal['ABOVE_QUESTION', 'BELOW_QUESTION', 'ABOVE_ALL_QUESTIONS', 'BELOW_ALL_QUESTIONS']


class ImageNote(TypedDict):
    """Note of htmlType IMAGE"""

    htmlType: Literal['IMAGE']
    href: str
    optionalLabel: NotRequired[str]
    suggestedPlacement: Literal['ABOVE_QUESTION', 'BELOW_QUESTION', 'ABOVE_ALL_QUESTIONS', 'BELOW_ALL_QUESTIONS']


class TableNoteRows(TypedDict):
    cells: list[str]


class TableNote(TypedDict):
    """Note of htmlType TABLE"""

    htmlType: Literal['TABLE']
    headers: list[str]
    rows: list[TableNoteRows]
    optionalLabel: NotRequired[str]
    suggestedPlacement: Literal['ABOVE_QUESTION', 'BELOW_QUESTION', 'ABOVE_ALL_QUESTIONS', 'BELOW_ALL_QUESTIONS']


class Given(TypedDict):
    """The answer that the home address determines. The question need not be shown, and the answer need not be sent: fillPdf knows it. Another answer breaks a rule of checks"""

    when: NotRequired[str]
    value: str


class PlaceAnswer(TypedDict):
    """Extension. How `places` of an address answer the question. With INSIDE, it need not be asked: send the answer in fields. With LIKELY, suggest it. With POSSIBLE, show these options first. Another answer of the employee always counts"""

    of: list[Literal['HOME', 'WORK']]
    kinds: list[Literal['COUNTY', 'CITY', 'TOWNSHIP', 'SCHOOL_DISTRICT', 'SPECIAL_DISTRICT']]
    answers: NotRequired[dict[str, str]]
    otherwise: NotRequired[str]
    byName: NotRequired[Literal['NAME', 'COUNTY']]
    within: NotRequired[str]
    suggestOnly: NotRequired[bool]


class Follows(TypedDict):
    """Extension. Only in flows: the answer follows from another form that the flows require. Ask that form first. An employee who answers something else may miss a form"""

    formIds: list[str]
    when: str
    value: str
    otherwise: NotRequired[str]


class Suggestion(TypedDict):
    """An answer that follows from what the employee has already said"""

    formIds: NotRequired[list[str]]
    when: str
    value: str


class PublishedTableRows(TypedDict):
    keys: list[str]
    values: list[str]


class PublishedTable(TypedDict):
    """A table that formulaWithTables looks into"""

    keys: list[Literal['text', 'number']]
    result: Literal['text', 'number']
    columns: list[str]
    rows: list[PublishedTableRows]


class ConstantNavigation(TypedDict):
    """Navigation that does not depend on an answer"""

    navigationType: Literal['CONSTANT']
    navigationMapping: NavigationMapping


class NavigationMapping(TypedDict):
    """Where to go from here"""

    hasMoreQuestions: bool
    nextQuestionSetId: NotRequired[str]
    perjuryStatement: NotRequired[str]


class VariableNavigation(TypedDict):
    """Navigation that depends on the answer to a question"""

    navigationType: Literal['VARIABLE']
    questionId: str
    navigationMappings: dict[str, NavigationMapping]


class Express(TypedDict):
    """How a question set can be answered without opening it"""

    place: Literal['CHECKLIST', 'PAGE']
    statement: str
    answers: dict[str, str]


class Notice(TypedDict):
    """A warning for a person at the employer, or for people who integrate or operate the service. It is not an error: the form is complete as sent, but somebody may have to check an answer, send a copy, or add a document. One message can have several sentences"""

    type: Literal['WARNING', 'DEPRECATION']
    message: str


class FillPdfRequest(TypedDict):
    """The answers and personal data for one form"""

    formId: str
    formVersion: NotRequired[str | None]
    employee: Employee
    employer: NotRequired[Employer | None]
    signForm: NotRequired[Literal['PREVIEW', 'SIGN', 'SIGN_EXTERNALLY', None] | None]
    fields: dict[str, Answer]
    federalValues: NotRequired[FederalValues | None]


class Employee(TypedDict):
    """The employee who completes the form"""

    firstName: str
    middleInitial: NotRequired[str | None]
    lastName: str
    socialSecurityNumber: NotRequired[str | None]
    socialInsuranceNumber: NotRequired[str | None]
    socialInsuranceNumberExpiryDate: NotRequired[str | None]
    address: Address


class Employer(TypedDict):
    """The employer. `required` of the form information says which members a form needs: those with ALWAYS. If it has no ALWAYS, you can leave out the whole object"""

    name: NotRequired[str | None]
    federalEIN: NotRequired[str | None]
    telephoneNumber: NotRequired[str | None]
    address: NotRequired[Address | None]


class FederalValues(TypedDict):
    """The employee's federal withholding values, for state forms with acceptsFederalValues. Each is the tax parameter of the federal form with the same name: FED.isExempt and so on. isNonResidentAlien must not be true if isExempt is true. Other forms refuse federalValues"""

    filingStatus: NotRequired[str | None]
    isExempt: Flag
    isNonResidentAlien: NotRequired[bool | None | str]
    twoJobs: NotRequired[bool | None | str]
    additionalWithholding: NotRequired[float | None | str]
    dependentsAmt: NotRequired[float | None | str]
    otherIncome: NotRequired[float | None | str]
    deductions: NotRequired[float | None | str]


class FillPdfResponse(TypedDict):
    """The completed form"""

    form: str
    pdf: str
    taxParameters: list[TaxParameter]
    notice: NotRequired[Notice]
    notices: list[CodedNotice]
    formVersion: str
    formType: str
    name: str
    title: str
    locality: str
    ignoredFields: list[str]
    calculatedValues: dict[str, str]
    signedAt: NotRequired[str]
    sha256: NotRequired[str]
    sandbox: NotRequired[bool]


class TaxParameter(TypedDict):
    """A value that a payroll system needs to calculate payroll taxes"""

    id: str
    value: str
    valueType: Literal['boolean', 'dollarAmount', 'integer', 'percent', 'string', 'code', 'date']


class CodedNotice(TypedDict):
    """A notice of a form or of the service, for one audience"""

    code: str
    audience: Literal['EMPLOYEE', 'EMPLOYER', 'OPERATOR']
    action: Literal['KEEP', 'SEND_COPY_TO_AGENCY', 'SEND_ORIGINAL_TO_AGENCY', 'REPORT_DOUBTS', 'CHECK_DOCUMENTS', 'COMPLETE_EMPLOYER_PART', 'ATTACH_DOCUMENT', 'GIVE_FORM', 'RENEW', 'CHECK_ADDRESS', 'CHECK_ANSWERS', 'CHECK_WITHHOLDING', 'ASK_AGENCY', 'CHECK_PRINT', 'CHECK_INTEGRATION']
    due: NotRequired[Literal['WITH_FORM', 'BEFORE_USE', 'END_OF_PAY_PERIOD', 'WITHIN_5_DAYS', 'WITHIN_10_DAYS', 'WITHIN_20_DAYS', 'WITHIN_30_DAYS', 'END_OF_QUARTER', 'MAR_31', 'END_OF_YEAR', 'JAN_31', 'FEB_15', 'EVERY_YEAR']]
    blocksPayroll: bool
    message: str
    optional: NotRequired[bool]


class FormInformation(TypedDict):
    """Information about a form version"""

    id: str
    locality: str
    name: str
    title: str
    formType: str
    initialQuestionSetId: str
    effectiveDate: str
    formVersion: str
    taxYear: NotRequired[int]
    versions: list[FormVersionStatus]
    formFields: FormFields
    required: RequiredMembers
    otherCountryAddress: NotRequired[dict[str, str]]
    blankFormImages: list[str]
    taxParameters: list[TaxParameterSchema]
    signatureFields: list[SignatureField]
    language: Literal['en', 'es', 'fr']
    editionOf: NotRequired[str]
    gatedBy: NotRequired[list[Gate]]
    replaces: NotRequired[list[Replacement]]
    acceptsFederalValues: bool
    agencyAddress: NotRequired[str]
    official: bool
    verification: Verification
    notice: NotRequired[Notice]
    notices: list[CodedNotice]


class FormVersionStatus(TypedDict):
    """A version of the form that can be requested"""

    formVersion: str
    status: Literal['SCHEDULED', 'CURRENT', 'DEPRECATED']
    effectiveDate: str
    lastDate: NotRequired[str]


class FormFields(TypedDict):
    """A fillPdf request in which the value of each member of employee, employer, and fields is the regular expression that validates it"""

    formId: str
    formVersion: str
    employee: EmployeePatterns
    employer: EmployerPatterns
    fields: dict[str, str]
    signForm: Literal['PREVIEW']


class EmployeePatterns(TypedDict):
    """A regular expression for each member of employee that the form accepts"""

    firstName: NotRequired[str]
    middleInitial: NotRequired[str]
    lastName: NotRequired[str]
    socialSecurityNumber: NotRequired[str]
    socialInsuranceNumber: NotRequired[str]
    socialInsuranceNumberExpiryDate: NotRequired[str]
    address: NotRequired[AddressPatterns]


class AddressPatterns(TypedDict):
    """A regular expression for each member of an address"""

    streetAddress1: NotRequired[str]
    streetAddress2: NotRequired[str]
    city: NotRequired[str]
    state: NotRequired[str]
    zipCode: NotRequired[str]
    provinceTerritory: NotRequired[str]
    postalCode: NotRequired[str]


class EmployerPatterns(TypedDict):
    """A regular expression for each member of employer that the form accepts"""

    name: NotRequired[str]
    federalEIN: NotRequired[str]
    telephoneNumber: NotRequired[str]
    address: NotRequired[AddressPatterns]


class RequiredMembers(TypedDict):
    """Whether fillPdf requires each member of employee and employer, in the shape of formFields"""

    employee: RequiredOfEmployee
    employer: RequiredOfEmployer


class RequiredOfEmployee(TypedDict):
    """Whether fillPdf requires each member of employee that the form accepts"""

    firstName: NotRequired[WhenRequired]
    middleInitial: NotRequired[WhenRequired]
    lastName: NotRequired[WhenRequired]
    socialSecurityNumber: NotRequired[WhenRequired]
    socialInsuranceNumber: NotRequired[WhenRequired]
    socialInsuranceNumberExpiryDate: NotRequired[WhenRequired]
    address: NotRequired[RequiredOfAddress]


class RequiredOfAddress(TypedDict):
    """Whether fillPdf requires each member of an address"""

    streetAddress1: NotRequired[WhenRequired]
    streetAddress2: NotRequired[WhenRequired]
    city: NotRequired[WhenRequired]
    state: NotRequired[WhenRequired]
    zipCode: NotRequired[WhenRequired]
    provinceTerritory: NotRequired[WhenRequired]
    postalCode: NotRequired[WhenRequired]


class RequiredOfEmployer(TypedDict):
    """Whether fillPdf requires each member of employer that the form accepts"""

    name: NotRequired[WhenRequired]
    federalEIN: NotRequired[WhenRequired]
    telephoneNumber: NotRequired[WhenRequired]
    address: NotRequired[RequiredOfAddress]


class TaxParameterSchema(TypedDict):
    """A tax parameter that the form returns"""

    id: str
    valueType: Literal['boolean', 'dollarAmount', 'integer', 'percent', 'string', 'code', 'date']
    description: str
    optional: bool
    period: NotRequired[Literal['PAY', 'YEAR']]
    values: NotRequired[dict[str, str]]
    givenBy: NotRequired[GivenBy]
    calculation: NotRequired[ParameterCalculation]
    startsOn: NotRequired[list[str]]
    endsOn: NotRequired[list[str]]
    partOf: NotRequired[str]
    keepsEarlier: NotRequired[bool]
    blocks: NotRequired[bool]
    restsOnHome: NotRequired[list[str]]
    yields: NotRequired[bool]
    together: NotRequired[list[Together]]


class ParameterCalculation(TypedDict):
    """How the value follows from the answers, to show it before the form is filled, in the language of required.when (docs/evaluating.md). Missing if the value depends on more than the answers, or on a long table"""

    formula: str
    when: NotRequired[str]


class Together(TypedDict):
    """Which value payroll uses if one answer of a flow requires several forms that return the same tax parameter"""

    forms: list[str]
    rule: Literal['ANY', 'ALL', 'SUM', 'FIRST']
    staysInForce: NotRequired[bool]
    description: str


class SignatureField(TypedDict):
    """A field that stays open in a form completed with SIGN_EXTERNALLY"""

    id: str
    type: Literal['SIGNATURE', 'DATE', 'TEXT']
    signer: Literal['EMPLOYEE', 'EMPLOYER', 'WITHHOLDING_AGENT', 'NOTARY']
    format: NotRequired[str]


class Gate(TypedDict):
    """A claim that counts only while another certificate is on file"""

    parameters: list[str]
    when: NotRequired[dict[str, str]]
    parameter: NotRequired[str]
    formIds: list[str]
    formName: NotRequired[str]


class Replacement(TypedDict):
    """What a new certificate ends besides earlier certificates of its form and parameters with the same ID"""

    formIds: list[str]
    parameters: NotRequired[list[str]]
    when: NotRequired[dict[str, str]]
    whose: NotRequired[dict[str, str]]


class Verification(TypedDict):
    """How the form was checked against the agency's own form"""

    face: Literal['AGENCY_FILE', 'AGENCY_TEXT', 'OLDER_REVISION', 'DERIVED']
    rules: Literal['AGENCY_FILE', 'AGENCY_TEXT', 'OLDER_REVISION', 'DERIVED']
    revision: str
    checked: str
    doubts: list[str]


class CatalogEntry(TypedDict):
    """A form ID with its current version"""

    id: str
    version: str


class ParametersResponse(TypedDict):
    """All tax parameters that forms can return"""

    parameters: list[ParameterDefinition]


class ParameterDefinition(TypedDict):
    """A tax parameter and the forms that return it"""

    id: str
    name: str
    locality: str
    valueType: Literal['boolean', 'dollarAmount', 'integer', 'percent', 'string', 'code', 'date']
    description: str
    period: NotRequired[Literal['PAY', 'YEAR']]
    values: NotRequired[dict[str, str]]
    together: NotRequired[list[Together]]
    startsOn: NotRequired[list[str]]
    endsOn: NotRequired[list[str]]
    partOf: NotRequired[str]
    keepsEarlier: NotRequired[bool]
    blocks: NotRequired[bool]
    restsOnHome: NotRequired[list[str]]
    yields: NotRequired[bool]
    forms: list[str]


class EffectiveParametersRequest(TypedDict):
    """The certificates of one employee"""

    date: str
    certificates: list[Certificate]
    situations: NotRequired[list[Situation] | None]


class CertificateTaxParameters(TypedDict):
    id: str
    value: str
    valueType: NotRequired[Literal['boolean', 'dollarAmount', 'integer', 'percent', 'string', 'code', 'date', None] | None]


class Certificate(TypedDict):
    """A completed form that payroll has on file"""

    formId: str
    formVersion: str
    signedAt: str
    taxParameters: list[CertificateTaxParameters]
    paymentType: NotRequired[Literal['WAGES', 'PENSION', None] | None]
    employerActedAt: NotRequired[str | None]


Situation = TypedDict('Situation', {'from': 'str', 'homeState': 'str', 'workStates': 'list[str]', 'formIds': 'list[str]'})


class EffectiveParametersResponse(TypedDict):
    """What payroll uses on a day"""

    date: str
    parameters: list[EffectiveParameter]
    ended: list[EndedCertificate]
    upcoming: list[UpcomingChange]
    missing: list[MissingCertificate]


class EffectiveParameter(TypedDict):
    """A parameter that payroll uses, and the certificate that it comes from"""

    id: str
    value: str
    valueType: Literal['boolean', 'dollarAmount', 'integer', 'percent', 'string', 'code', 'date']
    formId: str
    signedAt: str
    endsOn: NotRequired[str]
    paymentType: NotRequired[Literal['PENSION']]


class EndedCertificate(TypedDict):
    """Parameters of a certificate that payroll does not use"""

    formId: str
    signedAt: str
    parameters: list[str]
    endedOn: NotRequired[str]
    reason: Literal['REPLACED', 'EXPIRED', 'NOT_REQUIRED', 'MOVED', 'WAITS_FOR']
    by: NotRequired[str]


class UpcomingChange(TypedDict):
    """A change after the date that the certificates already decide"""

    date: str
    formId: str
    signedAt: str
    change: Literal['STARTS', 'ENDS']
    parameters: list[str]


class MissingCertificate(TypedDict):
    """A certificate without which a claim does not count"""

    neededBy: str
    formIds: list[str]
    formName: NotRequired[str]


class MigrateRequest(TypedDict):
    """Stored answers to an earlier version of a form"""

    formId: str
    fromVersion: str
    toVersion: NotRequired[str | None]
    fields: dict[str, Answer]
    hasFederalValues: NotRequired[bool | None]


class MigrateResponse(TypedDict):
    """Which stored answers are valid for another version"""

    formId: str
    toVersion: str
    fields: dict[str, Answer]
    stale: list[StaleAnswer]
    missing: list[str]
    changed: list[str]
    end: Literal['COMPLETE', 'INELIGIBLE', 'STOPPED']


class StaleAnswer(TypedDict):
    """A stored answer that the new version does not use"""

    questionId: str
    reason: Literal['REFUSED', 'UNASKED', 'UNREACHED', 'CALCULATED', 'REMOVED']
    message: NotRequired[str]


class NoticesResponse(TypedDict):
    """All codes of notices"""

    notices: list[NoticeDefinition]


class NoticeDefinition(TypedDict):
    """A code of notices and the forms that have it. A notice of a form can have another `due`"""

    code: str
    audience: Literal['EMPLOYEE', 'EMPLOYER', 'OPERATOR']
    action: Literal['KEEP', 'SEND_COPY_TO_AGENCY', 'SEND_ORIGINAL_TO_AGENCY', 'REPORT_DOUBTS', 'CHECK_DOCUMENTS', 'COMPLETE_EMPLOYER_PART', 'ATTACH_DOCUMENT', 'GIVE_FORM', 'RENEW', 'CHECK_ADDRESS', 'CHECK_ANSWERS', 'CHECK_WITHHOLDING', 'ASK_AGENCY', 'CHECK_PRINT', 'CHECK_INTEGRATION']
    due: NotRequired[Literal['WITH_FORM', 'BEFORE_USE', 'END_OF_PAY_PERIOD', 'WITHIN_5_DAYS', 'WITHIN_10_DAYS', 'WITHIN_20_DAYS', 'WITHIN_30_DAYS', 'END_OF_QUARTER', 'MAR_31', 'END_OF_YEAR', 'JAN_31', 'FEB_15', 'EVERY_YEAR']]
    blocksPayroll: bool
    description: str
    forms: list[str]


class CoverageResponse(TypedDict):
    """All jurisdictions, their forms, and what is missing"""

    jurisdictions: list[CoveredJurisdiction]


class CoveredJurisdiction(TypedDict):
    """A jurisdiction or a place in a state, with its forms"""

    locality: str
    localityFullName: str
    country: Literal['US', 'CA']
    state: NotRequired[str]
    wageTax: bool
    covered: bool
    agency: NotRequired[Agency]
    forms: list[CoveredForm]
    missing: list[MissingForm]


class CoveredForm(TypedDict):
    """A form with its versions"""

    id: str
    name: str
    title: str
    formType: str
    language: Literal['en', 'es', 'fr']
    versions: list[CoveredVersion]


class CoveredVersion(TypedDict):
    """A version of a form"""

    formVersion: str
    status: Literal['SCHEDULED', 'CURRENT', 'DEPRECATED']
    effectiveDate: str
    lastDate: NotRequired[str]
    verification: VerificationLevels


class VerificationLevels(TypedDict):
    """What the form was checked against; FormInformation says more"""

    face: Literal['AGENCY_FILE', 'AGENCY_TEXT', 'OLDER_REVISION', 'DERIVED']
    rules: Literal['AGENCY_FILE', 'AGENCY_TEXT', 'OLDER_REVISION', 'DERIVED']


class MissingForm(TypedDict):
    """A form of the agency that is not available here"""

    paymentType: Literal['WAGES', 'PENSION']
    formName: str
    who: NotRequired[str]


class ChangesResponse(TypedDict):
    """Changes of form versions"""

    since: NotRequired[str]
    cursor: str
    changes: list[FormChange]


class FormChange(TypedDict):
    """A change of a form version"""

    change: Literal['ADDED', 'SCHEDULED', 'CORRECTED', 'DEPRECATED', 'RETIRED']
    date: str
    publishedOn: NotRequired[str]
    formId: str
    formVersion: str
    name: str
    formLocality: str
    replacedBy: NotRequired[str]
    lastDate: NotRequired[str]


class Login(TypedDict):
    """A token for the other endpoints"""

    accessToken: str
    expiresIn: int


class LoginRefused(TypedDict):
    """The API key is invalid or expired"""

    status: Literal['Unauthorized']
    statusCode: int
    reason: str


class Unauthorized(TypedDict):
    """The token is missing, invalid, expired, or revoked"""

    message: Literal['Unauthorized']


class Problem(TypedDict):
    """Problem document (RFC 9457)"""

    type: str
    title: str
    status: int
    detail: str
    code: Literal['MALFORMED_REQUEST', 'MALFORMED_JSON', 'INVALID_PARAMETER', 'UNKNOWN_TIME_ZONE', 'INVALID_IDEMPOTENCY_KEY', 'OUT_OF_SCOPE', 'NOT_FOUND', 'UNKNOWN_FORM', 'UNKNOWN_VERSION', 'UNKNOWN_FLOW', 'UNKNOWN_QUESTION_SET', 'UNKNOWN_IMAGE', 'METHOD_NOT_ALLOWED', 'NOT_ACCEPTABLE', 'REQUEST_TIMEOUT', 'SIGNATURE_IN_PROGRESS', 'REPEAT_DIFFERS', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'EXPECTATION_FAILED', 'INVALID_BODY', 'ANSWERS_REFUSED', 'INELIGIBLE', 'IDEMPOTENCY_KEY_REUSED', 'RATE_LIMITED', 'HEADERS_TOO_LARGE', 'INTERNAL_ERROR', 'OVERLOADED', 'AUDIT_UNAVAILABLE', 'AGENCY_FILE_MISSING', 'SEAL_UNAVAILABLE', 'KEYS_UNAVAILABLE']
    requestId: str
    errors: list[FieldError]


class FieldError(TypedDict):
    """One value that was rejected"""

    pointer: str
    questionId: NotRequired[str]
    code: Literal['REQUIRED', 'INVALID', 'CHECK', 'UNKNOWN', 'NOT_ACCEPTED', 'TOO_LONG', 'CHARACTER', 'TOO_MANY', 'DUPLICATE', 'EXPIRED', 'TOO_EARLY', 'INELIGIBLE']
    message: str


Address: TypeAlias = "UsAddress | CanadianAddress"
Note: TypeAlias = "ParagraphNote | ListNote | ImageNote | TableNote"
Navigation: TypeAlias = "ConstantNavigation | VariableNavigation"
Answer: TypeAlias = "str | None | float | bool | list[str]"
Flag: TypeAlias = "bool | str"
BulkLocationRequest: TypeAlias = "str"
BulkFillPdfRequest: TypeAlias = "str"
BulkResponse: TypeAlias = "str"
WhenRequired: TypeAlias = "Literal['ALWAYS', 'DEPENDENT', 'NEVER']"
GivenBy: TypeAlias = "dict[str, list[dict[str, list[str]]]]"
FormIds: TypeAlias = "list[str]"
FormsCatalog: TypeAlias = "list[CatalogEntry]"
