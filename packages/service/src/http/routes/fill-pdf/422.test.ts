import {
  americanEmployee,
  canadianEmployee,
  fillAlabama,
  montgomery,
  ottawa,
} from "@withholding-forms/testing/people/samples";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";

const { call } = await startTestServer();

const refused = async (payload: unknown, headers: Record<string, string> = {}) => {
  const response = await call({
    method: "POST",
    url: "/v1/fillPdf",
    payload: JSON.stringify(payload),
    headers: { "content-type": "application/json", ...headers },
  });
  expect(response.statusCode).toBe(422);
  return response.json();
};

const pointers = (problem: { errors: { pointer: string; code: string }[] }): string[] =>
  problem.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort();

describe("the outline of the body", () => {
  test.each<[string, unknown, string[]]>([
    ["an empty object", {}, ["/employee REQUIRED", "/fields REQUIRED", "/formId REQUIRED"]],
    ["a list", [], [" INVALID"]],
    ["a form id that is a number", { ...fillAlabama, formId: 101 }, ["/formId INVALID"]],
    ["an empty version", { ...fillAlabama, formVersion: "" }, ["/formVersion INVALID"]],
    ["an unknown mode", { ...fillAlabama, signForm: "sign" }, ["/signForm INVALID"]],
    ["an unknown member", { ...fillAlabama, federalvalues: {} }, ["/federalvalues UNKNOWN"]],
    ["fields that are a list", { ...fillAlabama, fields: [] }, ["/fields INVALID"]],
    ["an employee that is a word", { ...fillAlabama, employee: "John" }, ["/employee INVALID"]],
    [
      "more answers than any form has questions",
      { ...fillAlabama, fields: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`q${at}`, 1])) },
      ["/fields TOO_MANY"],
    ],
  ])("%s", async (_, payload, errors) => {
    const problem = await refused(payload);
    expect(problem.code).toBe("INVALID_BODY");
    expect(pointers(problem)).toEqual(errors);
  });
});

describe("the answers", () => {
  test("everything that is wrong is listed together: person, employer, address, answers, properties", async () => {
    const problem = await refused({
      ...fillAlabama,
      employee: {
        ...americanEmployee,
        firstName: "",
        middleInitial: "AB",
        nickname: "Jo",
        socialSecurityNumber: "12-3456789",
        address: { ...montgomery, zipCode: "3613", state: "Alabama" },
      },
      employer: { name: "x", federalEIN: "1", telephoneNumber: 5 },
      fields: { filingStatus: "MARIED", dependents: "x", hobby: "chess" },
      federalValues: { isExempt: true },
    });
    expect(problem.code).toBe("ANSWERS_REFUSED");
    expect(pointers(problem)).toEqual([
      "/employee/address/state INVALID",
      "/employee/address/zipCode INVALID",
      "/employee/firstName REQUIRED",
      "/employee/middleInitial INVALID",
      "/employee/nickname UNKNOWN",
      "/employee/socialSecurityNumber INVALID",
      "/employer/address REQUIRED",
      "/employer/federalEIN INVALID",
      "/employer/telephoneNumber INVALID",
      "/federalValues NOT_ACCEPTED",
      "/fields/dependents INVALID",
      "/fields/filingStatus INVALID",
      "/fields/hobby UNKNOWN",
    ]);
  });

  test("what is missing or unknown in an optional object is listed with everything else", async () => {
    const problem = await refused({
      ...fillAlabama,
      formId: "NM101",
      formVersion: null,
      employer: { nickname: "x" },
      federalValues: {},
    });
    expect(problem.code).toBe("ANSWERS_REFUSED");
    expect(pointers(problem)).toEqual(
      expect.arrayContaining(["/employer/nickname UNKNOWN", "/federalValues/isExempt REQUIRED"]),
    );
    expect(new Set(pointers(problem)).size).toBe(pointers(problem).length);
  });

  test.each([
    ["en", "Enter a whole number from 0 to 99."],
    ["es", "Escriba un número entero de 0 a 99."],
    ["fr", "Entrez un nombre entier de 0 à 99."],
  ])("a missing answer is rejected with the question's own message in %s", async (language, message) => {
    const problem = await refused(
      { ...fillAlabama, fields: { filingStatus: "SINGLE" } },
      { "accept-language": language },
    );
    expect(problem.errors).toEqual([
      { pointer: "/fields/dependents", questionId: "dependents", code: "REQUIRED", message },
    ]);
  });

  test("answers that break a rule are rejected with the rule's message", async () => {
    const problem = await refused({
      ...fillAlabama,
      fields: { filingStatus: "HEAD_OF_FAMILY", dependents: 0 },
    });
    expect(problem.errors).toEqual([
      {
        pointer: "/fields/dependents",
        questionId: "dependents",
        code: "CHECK",
        message: "A head of family must have at least one qualifying dependent.",
      },
    ]);
  });

  const notAtHome =
    "This does not match your home address. If you have moved, correct your home address. If not, choose another answer; if none fits, this form is not for you.";

  test("an answer that breaks a rule about the home address is rejected at the rule's question", async () => {
    const address = { ...montgomery, city: "Camden", state: "NJ", zipCode: "08101" };
    const problem = await refused({
      ...fillAlabama,
      formId: "NJ102",
      formVersion: "2019.9.0",
      employee: { ...americanEmployee, address },
      fields: { claimType: "PA_RESIDENT" },
    });
    expect(problem.errors).toEqual([
      {
        pointer: "/fields/claimType",
        questionId: "claimType",
        code: "CHECK",
        message: notAtHome,
      },
    ]);
  });

  test.each([
    ["IL102", "2010.12.0", "IL", { exemptionReason: "RECIPROCITY", stateOfResidence: "WI" }],
    ["IN102", "2021.3.0", "IN", { stateOfResidence: "WI" }],
  ])(
    "a reciprocal claim on %s with a home in the state of work is rejected",
    async (formId, formVersion, state, fields) => {
      const address = { ...americanEmployee.address, state };
      const problem = await refused({
        ...fillAlabama,
        formId,
        formVersion,
        employee: { ...americanEmployee, address },
        fields,
      });
      expect(problem.errors).toEqual([
        {
          pointer: "/fields/stateOfResidence",
          questionId: "stateOfResidence",
          code: "CHECK",
          message: notAtHome,
        },
      ]);
    },
  );

  test.each([{}, [], { nested: { deep: 1 } }])("an answer that is %j is rejected", async (answer) => {
    const problem = await refused({ ...fillAlabama, fields: { filingStatus: "SINGLE", dependents: answer } });
    expect(problem.errors[0].pointer).toBe("/fields/dependents");
  });

  test("pointers escape special characters in the names of properties", async () => {
    const problem = await refused({ ...fillAlabama, fields: { ...fillAlabama.fields, "a/b~c": 1 } });
    expect(pointers(problem)).toEqual(["/fields/a~1b~0c UNKNOWN"]);
  });
});

describe("identity numbers", () => {
  test.each(["000-12-3456", "666-12-3456", "123-00-4567", "123-45-0000"])(
    "%s was never issued as a social security number",
    async (socialSecurityNumber) => {
      const problem = await refused({
        ...fillAlabama,
        employee: { ...americanEmployee, socialSecurityNumber },
      });
      expect(problem.errors).toEqual([
        {
          pointer: "/employee/socialSecurityNumber",
          code: "INVALID",
          message: "This is not a valid Social Security number. Check the digits.",
        },
      ]);
    },
  );

  test.each([
    ["en", "This form does not accept a taxpayer number (ITIN), which begins with 9."],
    ["es", "Este formulario no acepta un número de contribuyente (ITIN), que empieza con 9."],
    ["fr", "Ce formulaire n'accepte pas de numéro de contribuable (ITIN), qui commence par 9."],
  ])(
    "a taxpayer number is refused where the form wants a social security number (%s)",
    async (language, words) => {
      for (const socialSecurityNumber of ["912-70-1234", "912701234", "APPLIED FOR"]) {
        const employee = { ...americanEmployee, socialSecurityNumber };
        const problem = await refused({ ...fillAlabama, employee }, { "accept-language": language });
        expect(problem.errors).toEqual([
          {
            pointer: "/employee/socialSecurityNumber",
            code: "INVALID",
            message: expect.stringContaining(words),
          },
        ]);
      }
    },
  );

  test.each([
    ["en", "or ITIN, such as 123-45-6789 or 912-70-1234. If you have applied for one"],
    ["es", "o un ITIN de 9 dígitos, como 123-45-6789 o 912-70-1234. Si lo ha solicitado"],
    ["fr", "ou un ITIN de 9 chiffres, comme 123-45-6789 ou 912-70-1234. Si vous en avez demandé un"],
  ])(
    "a number that the IRS does not issue is refused where a taxpayer number is taken (%s)",
    async (language, words) => {
      for (const socialSecurityNumber of ["912-93-1234", "912-49-1234", "912931234", "Applied for", "AP"]) {
        const employee = { ...americanEmployee, socialSecurityNumber };
        const problem = await refused(
          { ...fillAlabama, formId: "W8101", formVersion: "2018.9.0", employee, fields: {} },
          { "accept-language": language },
        );
        expect(problem.errors).toContainEqual({
          pointer: "/employee/socialSecurityNumber",
          code: "INVALID",
          message: expect.stringContaining(words),
        });
      }
    },
  );

  test("a social insurance number with a wrong check digit is rejected, and one that starts with 9 needs its expiration date", async () => {
    const canadian = {
      formId: "ON101",
      formVersion: "2026.1.0",
      fields: {
        dateOfBirth: "1990-05-17",
        isNonResident: false,
        moreThanOneEmployer: false,
        claimsOtherAmounts: false,
        totalIncomeLessThanClaim: false,
      },
    };
    const wrong = { ...canadianEmployee, socialInsuranceNumber: "046-454-287" };
    expect(pointers(await refused({ ...canadian, employee: wrong }))).toEqual([
      "/employee/socialInsuranceNumber INVALID",
    ]);
    const temporary = { ...canadianEmployee, socialInsuranceNumber: "900-000-001" };
    expect(pointers(await refused({ ...canadian, employee: temporary }))).toEqual([
      "/employee/socialInsuranceNumberExpiryDate REQUIRED",
    ]);
  });
});

test("answers that lead to INELIGIBLE are rejected as such, with the answer that decided", async () => {
  const problem = await refused({
    ...fillAlabama,
    formId: "W6101",
    formVersion: "2019.1.0",
    fields: { isUsCitizen: "false" },
  });
  expect(problem).toMatchObject({
    code: "INELIGIBLE",
    status: 422,
    detail: "With these answers, the employee cannot use this form.",
    errors: [{ pointer: "/fields/isUsCitizen", questionId: "isUsCitizen", code: "INELIGIBLE" }],
  });
});

test("federal values are checked member by member", async () => {
  const problem = await refused({
    ...fillAlabama,
    formId: "NM101",
    formVersion: "2025.12.0",
    federalValues: { isExempt: true, isNonResidentAlien: true, deductions: -5, twojobs: true },
    fields: { adjustFederalValues: false },
  });
  expect(pointers(problem)).toEqual([
    "/federalValues/deductions INVALID",
    "/federalValues/isNonResidentAlien CHECK",
    "/federalValues/twojobs UNKNOWN",
  ]);
});

describe("what cannot be printed", () => {
  test("a name that fits no box is rejected where it was entered, with its max length", async () => {
    const problem = await refused({
      ...fillAlabama,
      employee: { ...americanEmployee, firstName: "W".repeat(60) },
    });
    expect(problem.code).toBe("ANSWERS_REFUSED");
    expect(problem.errors).toEqual([
      {
        pointer: "/employee/firstName",
        code: "TOO_LONG",
        message: expect.stringMatching(/Enter [1-9][0-9]* characters or fewer\.$/),
      },
    ]);
  });

  test("a character that no font of ours has is named", async () => {
    const problem = await refused({
      ...fillAlabama,
      employer: { ...fillAlabama.employer, name: "Acme \u6F22" },
    });
    expect(problem.errors).toEqual([
      {
        pointer: "/employer/name",
        code: "CHARACTER",
        message: 'The character "\u6F22" cannot be printed on the form.',
      },
    ]);
  });

  const invisible = [
    "\u3164",
    "\u115f",
    "\u1160",
    "\uffa0",
    "\u034f",
    "\ufe0f",
    "\u17b4",
    "\u17b5",
    "\u200b",
    "\u00ad",
  ];
  test.each(invisible)(
    "the name %j is rejected, so that no form is signed without a name",
    async (character) => {
      const problem = await refused({
        ...fillAlabama,
        signForm: "SIGN",
        employee: { ...americanEmployee, firstName: character, lastName: character },
      });
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      const message = `The character "U+${code}" cannot be printed on the form.`;
      expect(problem.errors).toEqual([
        { pointer: "/employee/firstName", code: "CHARACTER", message },
        { pointer: "/employee/lastName", code: "CHARACTER", message },
      ]);
    },
  );

  test.each([
    ["en", 'The character "U+200B" cannot be printed on the form.'],
    ["es", 'El carácter "U+200B" no se puede imprimir en el formulario.'],
    ["fr", "Le caractère «\u00a0U+200B\u00a0» ne peut pas être imprimé sur le formulaire."],
  ])("an invisible character in any printed entry is named in %s", async (language, message) => {
    const problem = await refused(
      {
        ...fillAlabama,
        employee: { ...americanEmployee, address: { ...montgomery, city: "Mont\u200bgomery" } },
        employer: { ...fillAlabama.employer, name: "Acme\u200b Inc" },
      },
      { "accept-language": language },
    );
    expect(problem.errors).toEqual([
      { pointer: "/employee/address/city", code: "CHARACTER", message },
      { pointer: "/employer/name", code: "CHARACTER", message },
    ]);
  });

  test("an invisible letter in an answer is rejected at that answer", async () => {
    const problem = await refused({
      ...fillAlabama,
      formId: "AZ102",
      formVersion: null,
      fields: {
        entityType: "STO",
        entityName: "\u3164",
        entityAddress: "1 Main St, Phoenix",
        annualAmount: 100,
        perPaycheckAmount: 10,
        anotherRecipient: false,
      },
    });
    expect(problem.errors).toEqual([
      {
        pointer: "/fields/entityName",
        questionId: "entityName",
        code: "CHARACTER",
        message: 'The character "U+3164" cannot be printed on the form.',
      },
    ]);
  });
});

describe("identity data that does not fit the form", () => {
  const canadian = {
    formId: "CAN101",
    employee: canadianEmployee,
    fields: { dateOfBirth: "1990-05-01", isNonResident: false },
  };

  test.each([
    ["en", "This form does not use this field."],
    ["es", "Este formulario no usa este campo."],
    ["fr", "Ce formulaire n'utilise pas ce champ."],
  ])("a social insurance number on a US form, in %s", async (language, message) => {
    const employee = { ...americanEmployee, socialInsuranceNumber: "046 454 286" };
    const problem = await refused({ ...fillAlabama, employee }, { "accept-language": language });
    expect(problem.errors).toEqual([
      { pointer: "/employee/socialInsuranceNumber", code: "NOT_ACCEPTED", message },
    ]);
  });

  test("a social security number on a Canadian form", async () => {
    const employee = { ...canadianEmployee, socialSecurityNumber: "123-45-6789" };
    expect(pointers(await refused({ ...canadian, employee }))).toContain(
      "/employee/socialSecurityNumber NOT_ACCEPTED",
    );
  });

  test.each([
    ["en", "Your social insurance number has expired. Renew it, and then enter the new expiry date."],
    [
      "es",
      "Su número de seguro social canadiense está vencido. Renuévelo y luego escriba la nueva fecha de vencimiento.",
    ],
    [
      "fr",
      "Votre numéro d'assurance sociale est expiré. Renouvelez-le, puis entrez la nouvelle date d'expiration.",
    ],
  ])("an expired social insurance number, in %s", async (language, message) => {
    const employee = {
      ...canadianEmployee,
      socialInsuranceNumber: "946 454 288",
      socialInsuranceNumberExpiryDate: "2020-01-31",
    };
    const { errors } = await refused({ ...canadian, employee }, { "accept-language": language });
    expect(errors).toContainEqual({
      pointer: "/employee/socialInsuranceNumberExpiryDate",
      code: "EXPIRED",
      message,
    });
  });

  test.each([
    ["en", "Enter a date of birth that is not in the future."],
    ["es", "Escriba una fecha de nacimiento que no esté en el futuro."],
    ["fr", "Entrez une date de naissance qui n'est pas dans le futur."],
  ])("a date of birth in the future, in %s", async (language, message) => {
    const fields = { ...canadian.fields, dateOfBirth: "2199-01-01" };
    const { errors } = await refused({ ...canadian, fields }, { "accept-language": language });
    expect(errors).toContainEqual({
      pointer: "/fields/dateOfBirth",
      questionId: "dateOfBirth",
      code: "CHECK",
      message,
    });
  });

  test.each<[string, "employee" | "employer", object, string[]]>([
    ["a state that does not exist", "employee", { state: "QQ" }, ["/employee/address/state INVALID"]],
    ["a province as a state", "employee", { state: "ON" }, ["/employee/address/state INVALID"]],
    [
      "an employer's state that does not exist",
      "employer",
      { state: "QQ" },
      ["/employer/address/state INVALID"],
    ],
    ["ZIP Code 00000", "employee", { zipCode: "00000" }, ["/employee/address/zipCode INVALID"]],
    ["ZIP Code 00499-1234", "employee", { zipCode: "00499-1234" }, ["/employee/address/zipCode INVALID"]],
    ["an employer's ZIP Code 00000", "employer", { zipCode: "00000" }, ["/employer/address/zipCode INVALID"]],
  ])("%s", async (_, who, wrong, errors) => {
    const party = { ...fillAlabama[who], address: { ...montgomery, ...wrong } };
    expect(pointers(await refused({ ...fillAlabama, [who]: party }))).toEqual(errors);
  });

  test("a province that does not exist, and a state in place of one", async () => {
    for (const provinceTerritory of ["QQ", "AL"]) {
      const employee = { ...canadianEmployee, address: { ...ottawa, provinceTerritory } };
      expect(pointers(await refused({ ...canadian, employee }))).toContain(
        "/employee/address/provinceTerritory INVALID",
      );
    }
  });

  test.each([
    [
      "en",
      "Enter the two-letter abbreviation of a state or territory, such as AL, or AA, AE, or AP for military mail.",
      "Enter a ZIP Code that exists, with 5 or 9 digits, such as 36130 or 36130-2102.",
    ],
    [
      "es",
      "Escriba la abreviatura de dos letras de un estado o territorio, como AL, o AA, AE o AP para el correo militar.",
      "Escriba un código postal (ZIP) que exista, de 5 o 9 dígitos, como 36130 o 36130-2102.",
    ],
    [
      "fr",
      "Entrez l'abréviation de deux lettres d'un État ou d'un territoire, comme AL, ou AA, AE ou AP pour le courrier militaire.",
      "Entrez un code ZIP qui existe, de 5 ou 9 chiffres, comme 36130 ou 36130-2102.",
    ],
  ])("an address that does not exist, in %s", async (language, state, zipCode) => {
    const address = { ...montgomery, state: "QQ", zipCode: "00000" };
    const employee = { ...americanEmployee, address };
    const { errors } = await refused({ ...fillAlabama, employee }, { "accept-language": language });
    expect(errors).toEqual([
      { pointer: "/employee/address/state", code: "INVALID", message: state },
      { pointer: "/employee/address/zipCode", code: "INVALID", message: zipCode },
    ]);
  });

  test.each([
    [
      "en",
      "This form accepts only an employer's address in the United States. Enter one with a state and a ZIP Code.",
    ],
    [
      "es",
      "Este formulario solo acepta una dirección del empleador en los Estados Unidos. Escriba una que tenga estado y código postal (ZIP).",
    ],
    [
      "fr",
      "Ce formulaire n'accepte qu'une adresse de l'employeur aux États-Unis. Entrez-en une avec un État et un code ZIP.",
    ],
  ])("an employer in Canada on a form for residents, in %s", async (language, message) => {
    const employer = { ...fillAlabama.employer, address: ottawa };
    const body = { ...fillAlabama, formId: "IN102", formVersion: undefined, employer, fields: {} };
    const { errors } = await refused(body, { "accept-language": language });
    expect(errors).toContainEqual({ pointer: "/employer/address", code: "NOT_ACCEPTED", message });
  });

  test.each(["VA102", "IN102", "WI103"])("a Canadian home on %s, which is for residents", async (formId) => {
    const employee = { ...americanEmployee, address: ottawa };
    const { errors } = await refused({
      ...fillAlabama,
      formId,
      formVersion: undefined,
      employee,
      fields: {},
    });
    expect(errors).toContainEqual({
      pointer: "/employee/address",
      code: "NOT_ACCEPTED",
      message:
        "This form is only for people who live in the United States. Enter an address in the United States.",
    });
  });
});
