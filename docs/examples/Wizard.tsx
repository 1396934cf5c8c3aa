// The wizard in React 19, which sets properties on custom elements and listens to their events natively.
import "@withholding-forms/wizard";
import type { Address, Employer } from "@withholding-forms/client";
import type { CompletedDetail, SignedDetail, WithholdingWizard } from "@withholding-forms/wizard";
import type { DetailedHTMLProps, HTMLAttributes } from "react";

type WizardProps = DetailedHTMLProps<HTMLAttributes<WithholdingWizard>, WithholdingWizard> &
  Partial<
    Pick<WithholdingWizard, "serviceUrl" | "getToken" | "homeAddress" | "workAddresses" | "employer">
  > & {
    readonly onsigned?: (event: CustomEvent<SignedDetail>) => void;
    readonly oncompleted?: (event: CustomEvent<CompletedDetail>) => void;
  };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "withholding-wizard": WizardProps;
    }
  }
}

export interface TaxFormsProps {
  readonly home: Address;
  readonly work: Address;
  readonly employer: Employer;
  readonly keepForm: (form: SignedDetail["form"]) => Promise<void>;
  readonly onDone: () => void;
}

export function TaxForms({ home, work, employer, keepForm, onDone }: TaxFormsProps) {
  return (
    <withholding-wizard
      serviceUrl="/forms/v1"
      getToken={async () => (await fetch("/forms-token")).text()}
      homeAddress={home}
      workAddresses={[work]}
      employer={employer}
      onsigned={({ detail }) => detail.waitUntil(keepForm(detail.form))}
      oncompleted={onDone}
    />
  );
}
