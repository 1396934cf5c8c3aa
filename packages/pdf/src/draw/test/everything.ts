import type { Block, FormLayout } from "../../layout.js";
import { amount, check, comb, date, multiline, signature, text } from "./fields.js";

/** Spanish, and everything that other forms have only one of: odd boxes, long words, a table longer than a page. */
export const everything: FormLayout = {
  language: "es",
  title: "Formulario R-1300 (L-4SP), Certificado de exención de la retención",
  head: {
    kind: "Formulario",
    number: "R-1300 (L-4SP)",
    title: "Certificado de exención de la retención en la nómina del empleado y del jubilado",
    agency: "Departamento de Impuestos Internos del Estado, División de Retenciones sobre la Nómina",
    revision: "Rev. 12/2025",
    instruction:
      "Entregue este certificado a su empleador. ¿Cambió su situación? Presente uno nuevo dentro de los 10 días siguientes.",
  },
  footer:
    "Documento que sustituye al Formulario R-1300 (L-4SP), Rev. 12/2025, del Departamento de Impuestos Internos del Estado, División de Retenciones sobre la Nómina. No lo imprime la agencia.",
  pageNumber: "Página {n} de {total}",
  blocks: [
    { kind: "text", text: "Lea las instrucciones antes de llenar este certificado.", style: "bold" },
    {
      kind: "row",
      cells: [
        { label: "Nombre", field: text("name", "Nombre"), span: 5 },
        { label: "¿Jubilado?", field: check("isRetired", "Jubilado"), span: 1 },
        { label: "Número de Seguro Social", field: comb("ssn", "Número de Seguro Social", 9), span: 3 },
      ],
    },
    {
      kind: "row",
      cells: [
        {
          label: "Dirección postal completa, incluidos el número de apartamento y la ruta rural si los hay",
          field: multiline("address", "Dirección", 3),
          span: 2,
        },
        {
          label: "Anticonstitucionalidad-administrativamente-otorrinolaringológica",
          field: text("long", "Palabra larga"),
          span: 1,
        },
      ],
    },
    { kind: "section", label: "Parte A:", title: "Otorrinolaringología constitucionalmente administrada" },
    {
      kind: "line",
      number: "A1",
      text: "Número de hijos menores de 17 años, multiplicado por $400",
      inner: amount("children", "Número de hijos"),
      field: amount("childrenAmount", "Importe por hijos"),
      unit: "$",
    },
    {
      kind: "line",
      number: "A2",
      text: "¿Es usted residente de medio año? Marque la casilla y anote el importe",
      inner: check("isHalfYear", "Residente de medio año"),
      field: amount("halfYearAmount", "Importe de medio año"),
      unit: "$",
    },
    {
      kind: "line",
      number: "A3",
      text: "Porcentaje del sueldo que desea que se le retenga",
      field: amount("percent", "Porcentaje"),
      unit: "%",
    },
    { kind: "line", text: "Un renglón sin número", field: amount("unnumbered", "Sin número"), unit: "$" },
    { kind: "line", number: "A4", text: "Código de dos letras", field: comb("code", "Código", 2) },
    {
      kind: "line",
      number: "A5",
      text: "Número de cuenta del empleador",
      field: comb("account", "Número de cuenta", 12),
    },
    {
      kind: "line",
      number: "A6",
      text: "País de residencia",
      field: text("country", "País", { wide: true }),
    },
    { kind: "line", number: "A7", text: "Explique su situación:", field: multiline("why", "Explicación", 4) },
    {
      kind: "choices",
      number: "A8",
      text: "Marque su estado civil",
      columns: 4,
      options: ["Soltero", "Casado", "Viudo", "Divorciado"].map((word) => ({
        text: word,
        field: check(`status_${word}`, word),
      })),
    },
    {
      kind: "signature",
      label: "Firme aquí",
      cells: [
        { label: "Firma del empleado", field: signature("signatureLine_1", "Firma del empleado"), span: 3 },
        { label: "Mes", field: date("date_month", "Mes"), span: 1 },
        { label: "Día", field: date("date_day", "Día"), span: 1 },
        { label: "Año", field: date("date_year", "Año"), span: 1 },
      ],
    },
    {
      kind: "section",
      label: "Parte B:",
      title: "Segunda firma, solo para quienes presentan una declaración conjunta",
    },
    {
      kind: "signature",
      label: "Firme aquí también",
      cells: [
        { label: "Firma del cónyuge", field: signature("signatureLine_2", "Firma del cónyuge"), span: 3 },
        { label: "Fecha", field: date("date_2", "Fecha"), span: 1 },
      ],
    },
    { kind: "section", title: "Parte B: tablas" },
    {
      kind: "table",
      title: "Países con tratado",
      headers: ["País", "Artículo", "Disposición"],
      rows: [
        [
          "Alemania",
          "20",
          "Estudiantes y aprendices: exentas las sumas que reciben del extranjero para su manutención y estudios, sin límite de tiempo, mientras dure la formación",
        ],
        ["Francia", "21", "Hasta $5,000 al año, durante cinco años"],
      ],
    },
    {
      kind: "table",
      headers: ["Sueldo", "Exención"],
      rows: Array.from({ length: 70 }, (_, index) => [
        `$${index},000`,
        `$${(index * 35).toLocaleString("en-US")}`,
      ]),
    },
    { kind: "section", label: "Parte C:", title: "Renglones" },
    ...longRun(),
  ],
};

/** More numbered lines than fit on a page. */
function longRun(): Block[] {
  return Array.from({ length: 45 }, (_, index) => ({
    kind: "line" as const,
    number: String(index + 1),
    text: `Importe del renglón ${index + 1}`,
    field: amount(`run${index + 1}`, `Importe ${index + 1}`),
    unit: "$",
  }));
}
