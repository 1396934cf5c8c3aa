import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AuthenticationApi;
import org.openapitools.client.api.FormsApi;
import org.openapitools.client.api.PdfAndTaxParametersApi;
import org.openapitools.client.api.QuestionsApi;
import org.openapitools.client.model.*;

/** The whole journey with a client that openapi-generator made for Java. Prints one line per step. */
public class Journey {
  static final Map<String, Answer> ANSWERS =
      Map.of(
          "filingStatus", new Answer("SINGLE"),
          "dependents", new Answer(1.0),
          "additionalWithholding", new Answer("25.50"));

  public static void main(String[] args) throws Exception {
    ApiClient unknown = new ApiClient().setBasePath(System.getenv("BASE_URL"));
    unknown.setApiKey(System.getenv("API_KEY"));
    String token = new AuthenticationApi(unknown).login(null, null, null).getAccessToken();
    step("login", token != null);
    ApiClient client = clientWith(token);
    FormsApi forms = new FormsApi(client);
    QuestionsApi questions = new QuestionsApi(client);
    PdfAndTaxParametersApi pdfs = new PdfAndTaxParametersApi(client);

    Flow flow =
        forms.guidedFlows(places(montgomery()), null).getFlows().stream()
            .filter(one -> one.getLocality().equals("AL"))
            .findFirst()
            .orElseThrow();
    step("guidedFlows", flow.getHasFlowQuestions());
    String first = forms.guidedFlows(places(ottawa()), null).getFlows().get(0).getId();
    step("guidedFlows in Canada", first.equals("CANADA_FEDERAL"));

    QuestionSet flowSet =
        questions.flowQuestionSet(flow.getId(), flow.getInitialQuestionSetId(), null, null);
    FormSummary form =
        flowSet.getQuestions().get(0).getQuestionOptions().stream()
            .filter(option -> "english".equals(option.getValue().getActualInstance()))
            .findFirst()
            .orElseThrow()
            .getFormsToComplete()
            .get(0);
    step("flowQuestionSet", form.getId().equals("AL101"));

    FormInformation information =
        pdfs.formInformation(form.getId(), form.getFormVersion(), null, null);
    step(
        "formInformation",
        information.getFormVersion().equals(form.getFormVersion())
            && !information.getTaxParameters().isEmpty());

    Map<String, Answer> fields = new HashMap<>();
    String setId = form.getInitialQuestionSet();
    while (setId != null) {
      QuestionSet set =
          questions.formQuestionSet(form.getId(), setId, form.getFormVersion(), null, null, null);
      for (Question question : set.getQuestions())
        fields.put(question.getId(), ANSWERS.get(question.getId()));
      setId = next(set.getNavigation(), fields);
    }
    step("formQuestionSet", fields.keySet().equals(ANSWERS.keySet()));

    Set<String> files = new HashSet<>();
    for (String mode : List.of("PREVIEW", "SIGN", "SIGN_EXTERNALLY")) {
      FillPdfResponse filled = pdfs.fillPdf(request(form, mode, fields), "America/Chicago", null, null);
      files.add(filled.getPdf());
      String start = new String(Base64.getDecoder().decode(filled.getPdf()), 0, 5, "US-ASCII");
      boolean extra =
          filled.getTaxParameters().stream()
              .anyMatch(
                  one -> one.getId().equals("AL.additionalWithholding") && one.getValue().equals("25.50"));
      step("fillPdf " + mode, start.equals("%PDF-") && extra);
    }
    step("three different files", files.size() == 3);

    fields.put("dependents", new Answer("many"));
    try {
      pdfs.fillPdf(request(form, "PREVIEW", fields), null, null, null);
      step("422", false);
    } catch (ApiException refused) {
      Problem problem = Problem.fromJson(refused.getResponseBody());
      step(
          "422",
          refused.getCode() == 422
              && problem.getCode() == Problem.CodeEnum.ANSWERS_REFUSED
              && "dependents".equals(problem.getErrors().get(0).getQuestionId()));
    }

    try {
      new FormsApi(clientWith("not-a-token")).getAllFormIds(null);
      step("401", false);
    } catch (ApiException refused) {
      Unauthorized body = Unauthorized.fromJson(refused.getResponseBody());
      step("401", refused.getCode() == 401 && body.getMessage() == Unauthorized.MessageEnum.UNAUTHORIZED);
    }
    System.exit(0);
  }

  static void step(String name, boolean ok) {
    System.out.println((ok ? "ok " : "FAILED ") + name);
    if (!ok) System.exit(1);
  }

  static ApiClient clientWith(String token) {
    ApiClient client = new ApiClient().setBasePath(System.getenv("BASE_URL"));
    client.setBearerToken(token);
    return client;
  }

  static Address montgomery() {
    return new Address(
        new UsAddress().streetAddress1("11 S Union St").city("Montgomery").state("AL").zipCode("36130"));
  }

  static Address ottawa() {
    return new Address(
        new CanadianAddress()
            .streetAddress1("111 Wellington St")
            .city("Ottawa")
            .provinceTerritory(CanadianAddress.ProvinceTerritoryEnum.ON)
            .postalCode("K1A 0A9"));
  }

  static LocationRequest places(Address address) {
    return new LocationRequest().homeAddress(address).workAddresses(List.of(address));
  }

  static String next(Navigation navigation, Map<String, Answer> fields) {
    if (navigation.getActualInstance() instanceof ConstantNavigation)
      return navigation.getConstantNavigation().getNavigationMapping().getNextQuestionSetId();
    VariableNavigation variable = navigation.getVariableNavigation();
    String answer = String.valueOf(fields.get(variable.getQuestionId()).getActualInstance());
    return variable.getNavigationMappings().get(answer).getNextQuestionSetId();
  }

  static FillPdfRequest request(FormSummary form, String mode, Map<String, Answer> fields) {
    return new FillPdfRequest()
        .formId(form.getId())
        .formVersion(form.getFormVersion())
        .employee(
            new Employee()
                .firstName("John")
                .lastName("Smith")
                .socialSecurityNumber("123-45-6789")
                .address(montgomery()))
        .employer(
            new Employer()
                .name("Example Payroll Inc.")
                .federalEIN("98-7654321")
                .telephoneNumber("456-867-5309")
                .address(montgomery()))
        .signForm(FillPdfRequest.SignFormEnum.fromValue(mode))
        .fields(fields);
  }
}
