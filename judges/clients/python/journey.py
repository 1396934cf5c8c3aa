"""The whole journey with a client that openapi-generator made for Python. Prints one line per step."""

import base64
import os

from openapi_client import (
    Address,
    ApiClient,
    ApiException,
    AuthenticationApi,
    Configuration,
    ConstantNavigation,
    FillPdfRequest,
    FormsApi,
    LocationRequest,
    PDFAndTaxParametersApi,
    QuestionsApi,
)

base_url = os.environ["BASE_URL"]
montgomery = {"streetAddress1": "11 S Union St", "city": "Montgomery", "state": "AL", "zipCode": "36130"}
ottawa = {
    "streetAddress1": "111 Wellington St",
    "city": "Ottawa",
    "provinceTerritory": "ON",
    "postalCode": "K1A 0A9",
}
answers = {"filingStatus": "SINGLE", "dependents": 1, "additionalWithholding": "25.50"}


def step(name, ok):
    if not ok:
        raise SystemExit(f"FAILED {name}")
    print(f"ok {name}")


def client(token):
    return ApiClient(Configuration(host=base_url, access_token=token))


def places(address):
    return LocationRequest(home_address=Address.from_dict(address), work_addresses=[Address.from_dict(address)])


def next_set(navigation, given):
    found = navigation.actual_instance
    if isinstance(found, ConstantNavigation):
        return found.navigation_mapping.next_question_set_id
    return found.navigation_mappings[str(given[found.question_id])].next_question_set_id


def request(form, sign_form, fields):
    return FillPdfRequest.from_dict(
        {
            "formId": form.id,
            "formVersion": form.form_version,
            "employee": {
                "firstName": "John",
                "lastName": "Smith",
                "socialSecurityNumber": "123-45-6789",
                "address": montgomery,
            },
            "employer": {
                "name": "Example Payroll Inc.",
                "federalEIN": "98-7654321",
                "telephoneNumber": "456-867-5309",
                "address": montgomery,
            },
            "signForm": sign_form,
            "fields": fields,
        }
    )


login = AuthenticationApi(ApiClient(Configuration(host=base_url, api_key={"apiKey": os.environ["API_KEY"]}))).login()
step("login", login.access_token)
api = client(login.access_token)

flows = FormsApi(api).guided_flows(places(montgomery)).flows
flow = next((flow for flow in flows if flow.locality == "AL"), None)
step("guidedFlows", flow is not None and flow.has_flow_questions)
canada = FormsApi(api).guided_flows(places(ottawa)).flows
step("guidedFlows in Canada", [flow.id for flow in canada][:1] == ["CANADA_FEDERAL"])

flow_set = QuestionsApi(api).flow_question_set(flow.id, flow.initial_question_set_id)
options = flow_set.questions[0].question_options
chosen = next(option for option in options if option.value.actual_instance == "english")
form = chosen.forms_to_complete[0]
step("flowQuestionSet", form.id == "AL101")

information = PDFAndTaxParametersApi(api).form_information(form.id, form_version=form.form_version)
step("formInformation", information.form_version == form.form_version and information.tax_parameters)

fields = {}
set_id = form.initial_question_set
while set_id is not None:
    question_set = QuestionsApi(api).form_question_set(form.id, set_id, form_version=form.form_version)
    for question in question_set.questions:
        fields[question.id] = answers[question.id]
    set_id = next_set(question_set.navigation, fields)
step("formQuestionSet", fields == answers)

pdfs = set()
for mode in ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"]:
    filled = PDFAndTaxParametersApi(api).fill_pdf(request(form, mode, fields), timezone="America/Chicago")
    pdf = base64.b64decode(filled.pdf)
    parameters = {parameter.id: parameter.value for parameter in filled.tax_parameters}
    pdfs.add(pdf)
    step(f"fillPdf {mode}", pdf.startswith(b"%PDF-") and parameters["AL.additionalWithholding"] == "25.50")
step("three different files", len(pdfs) == 3)

try:
    PDFAndTaxParametersApi(api).fill_pdf(request(form, "PREVIEW", {**fields, "dependents": "many"}))
    step("422", False)
except ApiException as refused:
    problem = refused.data
    step("422", refused.status == 422 and problem.code == "ANSWERS_REFUSED" and problem.errors[0].question_id == "dependents")

try:
    FormsApi(client("not-a-token")).get_all_form_ids()
    step("401", False)
except ApiException as refused:
    step("401", refused.status == 401 and refused.data.message == "Unauthorized")
