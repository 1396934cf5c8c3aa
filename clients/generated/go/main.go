// The whole journey with a client that openapi-generator made for Go. Prints one line per step.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"

	openapi "generated.example/judges/client"
)

var baseURL = os.Getenv("BASE_URL")

func step(name string, ok bool) {
	if !ok {
		fmt.Println("FAILED", name)
		os.Exit(1)
	}
	fmt.Println("ok", name)
}

func check(err error) {
	if err != nil {
		fmt.Println("FAILED", err)
		os.Exit(1)
	}
}

func montgomery() openapi.Address {
	return openapi.UsAddressAsAddress(openapi.NewUsAddress("11 S Union St", "Montgomery", "AL", "36130"))
}

func places(address openapi.Address) openapi.LocationRequest {
	return *openapi.NewLocationRequest(address, []openapi.Address{address})
}

func text(value string) openapi.Answer    { return openapi.Answer{String: &value} }
func number(value float64) openapi.Answer { return openapi.Answer{Float64: &value} }

func next(navigation openapi.Navigation, fields map[string]openapi.Answer) string {
	if constant := navigation.ConstantNavigation; constant != nil {
		return constant.NavigationMapping.GetNextQuestionSetId()
	}
	variable := navigation.VariableNavigation
	answer, err := json.Marshal(fields[variable.QuestionId])
	check(err)
	mapping := variable.NavigationMappings[string(bytes.Trim(answer, `"`))]
	return mapping.GetNextQuestionSetId()
}

func request(form openapi.FormSummary, mode string, fields map[string]openapi.Answer) openapi.FillPdfRequest {
	employee := openapi.NewEmployee("John", "Smith", montgomery())
	employee.SetSocialSecurityNumber("123-45-6789")
	employer := openapi.NewEmployer()
	employer.SetName("Example Payroll Inc.")
	employer.SetFederalEIN("98-7654321")
	employer.SetTelephoneNumber("456-867-5309")
	employer.SetAddress(montgomery())
	filled := openapi.NewFillPdfRequest(form.Id, *employee, fields)
	filled.SetFormVersion(form.FormVersion)
	filled.SetEmployer(*employer)
	filled.SetSignForm(mode)
	return *filled
}

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: baseURL}}
	client := openapi.NewAPIClient(configuration)
	keys := map[string]openapi.APIKey{"apiKey": {Key: os.Getenv("API_KEY")}}
	login, _, err := client.AuthenticationAPI.Login(
		context.WithValue(context.Background(), openapi.ContextAPIKeys, keys)).Execute()
	check(err)
	step("login", login.AccessToken != "")
	ctx := context.WithValue(context.Background(), openapi.ContextAccessToken, login.AccessToken)

	located, _, err := client.FormsAPI.GuidedFlows(ctx).LocationRequest(places(montgomery())).Execute()
	check(err)
	var flow openapi.Flow
	for _, one := range located.Flows {
		if one.Locality == "AL" {
			flow = one
		}
	}
	step("guidedFlows", flow.HasFlowQuestions)
	ottawa := openapi.CanadianAddressAsAddress(
		openapi.NewCanadianAddress("111 Wellington St", "Ottawa", "ON", "K1A 0A9"))
	canada, _, err := client.FormsAPI.GuidedFlows(ctx).LocationRequest(places(ottawa)).Execute()
	check(err)
	step("guidedFlows in Canada", canada.Flows[0].Id == "CANADA_FEDERAL")

	flowSet, _, err := client.QuestionsAPI.FlowQuestionSet(ctx, flow.Id, flow.GetInitialQuestionSetId()).Execute()
	check(err)
	var form openapi.FormSummary
	for _, option := range flowSet.Questions[0].QuestionOptions {
		value := option.GetValue()
		if value.String != nil && *value.String == "english" {
			form = option.FormsToComplete[0]
		}
	}
	step("flowQuestionSet", form.Id == "AL101")

	information, _, err := client.PDFAndTaxParametersAPI.FormInformation(ctx, form.Id).
		FormVersion(form.FormVersion).Execute()
	check(err)
	step("formInformation", information.FormVersion == form.FormVersion && len(information.TaxParameters) > 0)

	answers := map[string]openapi.Answer{
		"filingStatus": text("SINGLE"), "dependents": number(1), "additionalWithholding": text("25.50"),
	}
	fields := map[string]openapi.Answer{}
	for setID := form.InitialQuestionSet; setID != ""; {
		set, _, err := client.QuestionsAPI.FormQuestionSet(ctx, form.Id, setID).FormVersion(form.FormVersion).Execute()
		check(err)
		for _, question := range set.Questions {
			fields[question.Id] = answers[question.Id]
		}
		setID = next(set.Navigation, fields)
	}
	step("formQuestionSet", len(fields) == len(answers))

	files := map[string]bool{}
	for _, mode := range []string{"PREVIEW", "SIGN", "SIGN_EXTERNALLY"} {
		filled, _, err := client.PDFAndTaxParametersAPI.FillPdf(ctx).
			FillPdfRequest(request(form, mode, fields)).Timezone("America/Chicago").Execute()
		check(err)
		pdf, err := base64.StdEncoding.DecodeString(filled.Pdf)
		check(err)
		files[string(pdf)] = true
		extra := ""
		for _, parameter := range filled.TaxParameters {
			if parameter.Id == "AL.additionalWithholding" {
				extra = parameter.Value
			}
		}
		step("fillPdf "+mode, bytes.HasPrefix(pdf, []byte("%PDF-")) && extra == "25.50")
	}
	step("three different files", len(files) == 3)

	fields["dependents"] = text("many")
	_, response, err := client.PDFAndTaxParametersAPI.FillPdf(ctx).
		FillPdfRequest(request(form, "PREVIEW", fields)).Execute()
	problem, known := err.(*openapi.GenericOpenAPIError).Model().(openapi.Problem)
	step("422", response.StatusCode == 422 && known && problem.Code == "ANSWERS_REFUSED" &&
		problem.Errors[0].GetQuestionId() == "dependents")

	_, response, err = client.FormsAPI.GetAllFormIds(
		context.WithValue(context.Background(), openapi.ContextAccessToken, "not-a-token")).Execute()
	refused, known := err.(*openapi.GenericOpenAPIError).Model().(openapi.Unauthorized)
	step("401", response.StatusCode == 401 && known && refused.Message == "Unauthorized")
}
