import type { Block, FormLayout } from "../../layout.js";
import { amount, check, comb, date, signature, text } from "./fields.js";

/** A French form: long words in the margin, the dollar sign after the amount, spaces that must not break. */
export const french: FormLayout = {
  language: "fr",
  title: "TD1, Déclaration des crédits d’impôt personnels (2026)",
  head: {
    kind: "Formulaire",
    number: "TD1",
    title: "Déclaration des crédits d’impôt personnels",
    agency: "Agence du revenu du Canada",
    revision: "TD1 F (26)",
    year: "2026",
    instruction:
      "Lisez la page 2 avant de remplir ce formulaire. Votre employeur s’en sert pour calculer l’impôt à retenir.",
    marking: "Protégé B une fois rempli",
  },
  footer:
    "Substitut du formulaire TD1 F (26) de l’Agence du revenu du Canada. N’est pas imprimé par l’agence.",
  pageNumber: "Page {n} de {total}",
  blocks: [
    { kind: "section", label: "Étape 1 :", title: "Renseignements personnels" },
    {
      kind: "row",
      cells: [
        { label: "Nom de famille", field: text("lastName", "Nom de famille"), span: 3 },
        { label: "Prénom et initiale(s)", field: text("firstName", "Prénom"), span: 3 },
        { label: "Date de naissance (AAAA/MM/JJ)", field: text("dateOfBirth", "Date de naissance"), span: 2 },
      ],
    },
    {
      kind: "row",
      cells: [
        { label: "Adresse", field: text("address", "Adresse"), span: 5 },
        { label: "Code postal", field: text("postalCode", "Code postal"), span: 2 },
      ],
    },
    {
      kind: "row",
      cells: [
        {
          label: "Pour les non-résidents seulement : pays de résidence permanente",
          field: text("country", "Pays de résidence permanente"),
          span: 4,
        },
        {
          label: "Numéro d’assurance sociale",
          field: comb("socialInsuranceNumber", "Numéro d’assurance sociale", 9),
          span: 3,
        },
      ],
    },
    { kind: "section", label: "Étape 2 :", title: "Montants personnels" },
    ...credits(),
    { kind: "section", title: "Plus d’un employeur ou payeur en même temps" },
    {
      kind: "choices",
      columns: 1,
      options: [
        {
          text: "Vous avez plus d’un employeur ou payeur et vous avez déjà demandé vos crédits d’impôt personnels sur un autre formulaire pour 2026. Si votre revenu total dépasse les crédits demandés ailleurs, cochez cette case, inscrivez « 0 » à la ligne 13 et ne remplissez pas les lignes 2 à 12.",
          field: check("moreThanOneEmployer", "Plus d’un employeur"),
        },
      ],
    },
    {
      kind: "choices",
      text: "Êtes-vous un non-résident du Canada dont 90 % ou plus du revenu de toutes provenances sera imposable au Canada ?",
      columns: 2,
      options: [
        { text: "Oui", field: check("nonResident_true", "Oui") },
        { text: "Non", field: check("nonResident_false", "Non") },
      ],
    },
    { kind: "section", title: "Attestation" },
    {
      kind: "text",
      style: "declaration",
      text: "J’atteste que les renseignements fournis dans ce formulaire sont exacts et complets à ma connaissance. Faire une fausse déclaration est une infraction grave.",
    },
    {
      kind: "signature",
      label: "Signez ici",
      cells: [
        { label: "Signature", field: signature("signatureLine", "Signature"), span: 4 },
        { label: "Date (AAAA/MM/JJ)", field: date("date", "Date"), span: 2 },
      ],
    },
  ],
};

function credits(): Block[] {
  const line = (number: string, lead: string, words: string, name: string, total = false): Block => ({
    kind: "line",
    number,
    lead,
    text: words,
    field: amount(name, lead),
    unit: "$",
    ...(total ? { total } : {}),
  });
  return [
    line(
      "1",
      "Montant personnel de base.",
      "Chaque résident du Canada peut demander ce montant. Si votre revenu net dépasse 181 440 $, remplissez la feuille de calcul",
      "line1",
    ),
    line(
      "2",
      "Montant canadien pour aidants naturels pour enfants de moins de 18 ans ayant une déficience.",
      "Inscrivez 2 740 $ pour chaque enfant qui réside avec ses deux parents toute l’année",
      "line2",
    ),
    {
      kind: "text",
      style: "small",
      text: "Un seul des parents peut demander ce montant pour un même enfant. Si l’enfant ne réside pas avec ses deux parents, voyez la ligne 8.",
    },
    line(
      "3",
      "Montant en raison de l’âge.",
      "Si vous aurez 65 ans ou plus le 31 décembre 2026 et que votre revenu net sera de 46 432 $ ou moins, inscrivez 9 208 $",
      "line3",
    ),
    line(
      "4",
      "Montant pour revenu de pension.",
      "Inscrivez 2 000 $ ou le montant de votre pension annuelle, selon le moins élevé des deux",
      "line4",
    ),
    line(
      "5",
      "Frais de scolarité.",
      "Inscrivez les frais de scolarité que vous paierez à un établissement reconnu",
      "line5",
    ),
    line(
      "6",
      "Montant pour personnes handicapées.",
      "Si vous demandez le montant au moyen d’un certificat, inscrivez 10 341 $",
      "line6",
    ),
    line(
      "7",
      "Montant pour époux ou conjoint de fait.",
      "Inscrivez la différence entre le montant de la ligne 1 et le revenu net estimatif de votre époux ou conjoint de fait",
      "line7",
    ),
    line(
      "8",
      "Montant pour une personne à charge admissible.",
      "Mêmes règles qu’à la ligne 7, si vous n’avez pas d’époux ou de conjoint de fait",
      "line8",
    ),
    line("13", "TOTAL DES MONTANTS DEMANDÉS.", "Additionnez les lignes 1 à 8", "totalClaim", true),
  ];
}
