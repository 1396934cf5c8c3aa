import {
  type Address,
  createClient,
  type Employee,
  type Employer,
  formName,
  type Language,
  NetworkError,
  type PaymentType,
  pdfBytes,
} from "@withholding-forms/client";
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { type BrowserBack, createBrowserBack } from "./browser-back.js";
import { createBlankForms } from "./controls/blank-forms.js";
import { createFormImages } from "./controls/form-image.js";
import type { Delivery, Look } from "./controls/look.js";
import { createLeaveWarning } from "./leave.js";
import type { Messages } from "./messages/messages.js";
import { languageNames, languages, loadMessages, messagesIn } from "./messages/messages-in.js";
import { pageOf } from "./pages/pages.js";
import { startOverLink } from "./pages/parts.js";
import { titleOf } from "./pages/title.js";
import { forget, keep, kept } from "./session/keep.js";
import { type OwedForm, owedForms } from "./session/owed.js";
import type { Mode } from "./session/path.js";
import type { CompletedForm } from "./session/results.js";
import { createSession, type Session } from "./session/session.js";
import { type Failure, formOf, isSigned, type PageName, screenOf } from "./session/state.js";
import { controls } from "./styles/controls.js";
import { layout } from "./styles/layout.js";
import { theme } from "./styles/theme.js";

export interface StepDetail {
  readonly page: PageName;
  /** The heading, for the title of the host page. */
  readonly title: string;
  readonly language: Language;
  readonly formId?: string;
  readonly questionSetId?: string;
}

export interface CompletedDetail {
  readonly forms: readonly CompletedForm[];
  /** Forms the employee still needs, from jurisdictions whose forms the service does not have. */
  readonly owed: readonly OwedForm[];
}

export interface SignedDetail {
  readonly form: CompletedForm;
  /**
   * Call it while the event is dispatched if you store the form. The employee sees that you received it once the promise is
   * fulfilled. If it is rejected, the employee is asked to bring you a copy.
   */
  readonly waitUntil: (stored: Promise<unknown>) => void;
}

export interface ErrorDetail {
  readonly kind: Failure["kind"];
  /** Has the request, a status, and a code; nothing personal. */
  readonly message: string;
  /** Where the rejected entries are in the request, such as `/employer/federalEIN`; no values. */
  readonly pointers: readonly string[];
}

/** Takes an employee from addresses to signed forms, as an element for any page. */
export class WithholdingWizard extends LitElement {
  static override readonly styles = [theme, layout, controls];
  static override readonly properties = {
    serviceUrl: { attribute: "service-url" },
    token: {},
    getToken: { attribute: false },
    homeAddress: { attribute: "home-address", type: Object },
    workAddresses: { attribute: "work-addresses", type: Array },
    paymentType: { attribute: "payment-type" },
    employee: { type: Object },
    employer: { type: Object },
    language: { reflect: true },
    mode: {},
    keepInSession: { attribute: "keep-in-session", type: Boolean },
    browserBack: { attribute: "browser-back", type: Boolean },
    warnOnLeave: { attribute: "warn-on-leave", type: Boolean },
    headingLevel: { attribute: "heading-level", type: Number },
  };

  /** URL of the service with its prefix, such as `https://forms.example.com/v1`. */
  declare serviceUrl: string | undefined;
  /** A token from your server. You can replace it while the wizard runs. */
  declare token: string | undefined;
  /** Gets a token from your server: at startup, before one expires, and after one was rejected. */
  declare getToken: ((rejected: string | undefined) => string | Promise<string>) | undefined;
  declare homeAddress: Address | undefined;
  declare workAddresses: readonly Address[] | undefined;
  /** What the forms are for. Wages by default. */
  declare paymentType: PaymentType | undefined;
  declare employee: Partial<Employee> | undefined;
  declare employer: Partial<Employer> | undefined;
  declare language: Language;
  declare mode: Mode;
  /** Keeps answers in sessionStorage, so that they survive a reload of the page. Off by default. */
  declare keepInSession: boolean;
  /** Lets the browser's Back button go one step back. Off by default: the history belongs to the host. */
  declare browserBack: boolean;
  /** Lets the browser warn before entries or unsaved copies are lost. Off by default. */
  declare warnOnLeave: boolean;
  /** Level of the wizard's own heading in the outline of the page, 1 to 4. 1 by default. */
  declare headingLevel: number;

  #session: Session | undefined;
  readonly #typed = new Map<string, string>();
  readonly #addresses = new Map<string, string>();
  #wanted: "heading" | "summary" | "failure" | undefined;
  #begun = false;
  #back: BrowserBack | undefined;
  #entered = false;
  /** Another page has appeared under the pointer since the last pointer press. */
  #movedUnderPointer = false;
  /** Copies that the employee has saved or printed, or that the host stores. */
  readonly #safe = new WeakSet<CompletedForm>();
  readonly #deliveries = new WeakMap<CompletedForm, Delivery>();
  readonly #blanks = createBlankForms(
    ({ id, formVersion }) =>
      this.#session?.setup.client.getPdf(id, { formVersion }) ??
      Promise.reject(new Error("There is no session.")),
    () => this.requestUpdate(),
  );
  readonly #images = createFormImages(
    () => import(/* @vite-ignore */ this.#inService("form-viewer/form-viewer.js")),
    () => this.requestUpdate(),
  );
  readonly #leaveWarning = createLeaveWarning();
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** The host has given no service or token for so long that something must be wrong. */
  #isOverdue = false;

  constructor() {
    super();
    this.language = preferredLanguage();
    this.mode = "sign";
    this.keepInSession = false;
    this.browserBack = false;
    this.warnOnLeave = false;
    this.headingLevel = 1;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watchLeaving();
    addEventListener("mousedown", this.#pressed, true);
    addEventListener("click", this.#clicked, true);
    this.#patience = setTimeout(() => {
      this.#isOverdue = true;
      this.requestUpdate();
    }, patienceMs);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#patience);
    this.#back?.stop();
    this.#back = undefined;
    this.#leaveWarning.set(false);
    removeEventListener("mousedown", this.#pressed, true);
    removeEventListener("click", this.#clicked, true);
    for (const address of this.#addresses.values()) URL.revokeObjectURL(address);
    this.#addresses.clear();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const ready = this.serviceUrl !== undefined && (this.getToken !== undefined || this.token !== undefined);
    if (this.#session === undefined && ready) this.#begin();
    else if (changed.has("language") && languages.includes(this.language))
      this.#session?.changeLanguage(this.language);
  }

  override updated(): void {
    this.#watchLeaving();
    this.#levelHeadings();
    const wanted = this.#wanted;
    if (wanted === undefined) return;
    this.#wanted = undefined;
    const field = this.#session?.takeFocus();
    const target = field === undefined ? undefined : this.#byId(field);
    const places = { heading: "h1", summary: ".summary", failure: ".failure" };
    (target ?? this.renderRoot.querySelector<HTMLElement>(places[wanted]))?.focus();
    if (wanted === "heading" && target === undefined) this.scrollIntoView({ block: "start" });
  }

  override render(): unknown {
    const session = this.#session;
    const language = session?.state.language ?? this.language;
    const words = messagesIn(language);
    if (session === undefined)
      return html`<div class="wizard" lang=${language}>
        <p role="status">${this.#isOverdue ? words.failure.setup : words.loading}</p>
      </div>`;
    const { busy, failure } = session.state;
    const look = this.#look(session);
    return html`<div
      class="wizard"
      lang=${language}
      @input=${() => {
        this.#entered = true;
        this.#watchLeaving();
      }}
    >
      <div class="top">
        <p>${words.wizardTitle}</p>
        <div class="languages" role="group" aria-label=${words.language}>
          ${languages.map(
            (one) => html`<button
              type="button"
              lang=${one}
              aria-pressed=${one === language ? "true" : "false"}
              @click=${() => {
                this.language = one;
              }}
            >
              ${languageNames[one]}
            </button>`,
          )}
        </div>
      </div>
      ${failure === undefined ? nothing : failurePanel(failure, look, this.#begun)}
      ${this.#begun ? pageOf(look) : nothing}
      <p class="busy" role="status">${busy ? words.loading : ""}</p>
    </div>`;
  }

  /** The elements stay the same; the level is the host's to say. */
  #levelHeadings(): void {
    const offset = Math.min(Math.max(Math.trunc(this.headingLevel) || 1, 1), 4) - 1;
    for (const heading of this.renderRoot.querySelectorAll("h1, h2, h3")) {
      if (offset === 0) heading.removeAttribute("aria-level");
      else heading.setAttribute("aria-level", String(Number(heading.tagName.slice(1)) + offset));
    }
  }

  #begin(): void {
    const client = createClient({
      baseUrl: this.serviceUrl ?? "",
      language: this.language,
      getToken: (rejected) => this.#bringToken(rejected),
    });
    let arrived = false;
    let told = this.language;
    const session = createSession(
      {
        client,
        language: languages.includes(this.language) ? this.language : "en",
        mode: this.mode,
        homeAddress: this.homeAddress ?? this.employee?.address,
        workAddresses: this.workAddresses,
        paymentType: this.paymentType,
        employee: this.employee,
        employer: this.employer,
      },
      {
        changed: () => {
          this.#settleLanguage(session);
          // The title of the host page has to change, too.
          if (this.#begun && told !== session.state.language) {
            told = session.state.language;
            this.#step(session);
          }
          if (this.keepInSession && this.#begun && session.state.page !== "done") keep(session.state);
          this.requestUpdate();
        },
        moved: () => {
          this.#typed.clear();
          this.#movedUnderPointer = true;
          this.#begun = true;
          // The host page has just been opened: leave its own focus alone.
          if (arrived) this.#wanted = "heading";
          arrived = true;
          this.#step(session);
          if (this.browserBack) {
            this.#back ??= createBrowserBack(session);
            this.#back.moved();
          }
        },
        refused: () => {
          this.#wanted = "summary";
        },
        failed: (failure, error) => {
          this.#wanted = "failure";
          const message = error instanceof Error ? error.message : "";
          const pointers = failure.errors.map(({ pointer }) => pointer);
          this.#emit<ErrorDetail>("error", { kind: failure.kind, message, pointers });
        },
        signed: (form) => this.#deliver(form),
        completed: (forms) => {
          forget();
          const owed = owedForms(session.state.location);
          if (!this.#emit<CompletedDetail>("completed", { forms, owed }))
            // What the host said about a single form counts more.
            for (const form of forms) if (!this.#deliveries.has(form)) this.#settle(form, "DELIVERED");
          this.#watchLeaving();
        },
      },
    );
    this.#session = session;
    const before = this.keepInSession ? kept() : undefined;
    // If the text cannot be loaded, it is English: the employee can still go on.
    loadMessages(before?.language ?? session.state.language)
      .catch(() => {})
      .then(() => session.start(before));
  }

  async #bringToken(rejected: string | undefined): Promise<string> {
    if (this.getToken === undefined) return this.token ?? "";
    try {
      return await this.getToken(rejected);
    } catch (error) {
      // This is how fetch reports a failed connection; the host's server is part of the employee's connection, too.
      throw error instanceof TypeError ? new NetworkError("getToken", error) : error;
    }
  }

  /** The buttons and the property show the actual language, even after a failed switch. */
  #settleLanguage({ state }: Session): void {
    if (!state.busy && state.language !== this.language) this.language = state.language;
  }

  #step(session: Session): void {
    const { page } = session.state;
    const entry = formOf(session.state);
    const screen = screenOf(session.state);
    this.#emit<StepDetail>("step", {
      page,
      title: titleOf(session, messagesIn(session.state.language)),
      language: session.state.language,
      ...(entry === undefined ? {} : { formId: entry.summary.id }),
      ...(screen?.page === "questions" ? { questionSetId: screen.questionSetId } : {}),
    });
  }

  /** Gives a form to the host, which can say when it has stored it, or at once that it does. */
  #deliver(form: CompletedForm): void {
    const stored: Promise<unknown>[] = [];
    const waitUntil = (one: Promise<unknown>): void => {
      stored.push(one);
    };
    const handled = !this.#emit<SignedDetail>("signed", { form, waitUntil });
    if (stored.length > 0) {
      this.#settle(form, "PENDING");
      Promise.all(stored).then(
        () => this.#settle(form, "DELIVERED"),
        () => this.#settle(form, "FAILED"),
      );
    } else if (handled) this.#settle(form, "DELIVERED");
  }

  #settle(form: CompletedForm, delivery: Delivery): void {
    if (delivery === "DELIVERED") this.#safe.add(form);
    this.#deliveries.set(form, delivery);
    this.#watchLeaving();
    this.requestUpdate();
  }

  /** False if the host has handled it with `preventDefault()`. */
  #emit<Detail>(name: string, detail: Detail): boolean {
    return this.dispatchEvent(new CustomEvent<Detail>(name, { detail, cancelable: true }));
  }

  /** The second half of a double click must not take the focus from the new heading. */
  readonly #pressed = (event: MouseEvent): void => {
    if (event.detail <= 1) this.#movedUnderPointer = false;
    else if (this.#movedUnderPointer) event.preventDefault();
  };

  /** Nor may it press what is now under the pointer. */
  readonly #clicked = (event: MouseEvent): void => {
    if (event.detail <= 1 || !this.#movedUnderPointer || !event.composedPath().includes(this)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  #watchLeaving(): void {
    const session = this.#session;
    const unsaved = session?.completedForms().some((form) => form.pdf !== undefined && !this.#safe.has(form));
    // What is stored in the session is restored with the page; at the end there are only the copies.
    const typed = this.#entered && !this.keepInSession && session?.state.page !== "done";
    this.#leaveWarning.set(this.isConnected && this.warnOnLeave && (unsaved === true || typed));
  }

  #byId(id: string): HTMLElement | undefined {
    return this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(id)}`) ?? undefined;
  }

  #look(session: Session): Look {
    const { language } = session.state;
    return {
      session,
      words: messagesIn(language),
      language,
      typed: this.#typed,
      refresh: () => this.requestUpdate(),
      // What is to get the focus may not be on the page yet.
      focus: (id) => void this.updateComplete.then(() => this.#byId(id)?.focus()),
      download,
      saved: (form) => {
        this.#safe.add(form);
        this.#watchLeaving();
      },
      print: (pdf) => print(this.#addressOf(pdf), this.renderRoot),
      addressOfPdf: (pdf) => this.#addressOf(pdf),
      addressOf: (key, pdf) => this.#addressOf(key, pdf),
      addressInService: (path) => this.#inService(path),
      blanks: this.#blanks,
      images: this.#images,
      deliveryOf: (form) => this.#deliveries.get(form),
    };
  }

  /** Without bytes, the key is the PDF in Base64. */
  #addressOf(key: string, bytes?: Uint8Array): string {
    const known = this.#addresses.get(key);
    if (known !== undefined) return known;
    const address = URL.createObjectURL(blobOf(bytes ?? pdfBytes({ pdf: key })));
    this.#addresses.set(key, address);
    return address;
  }

  /** The host's server forwards everything below the URL of the service, also the viewer of forms. */
  #inService(path: string): string {
    return new URL(`${(this.serviceUrl ?? "").replace(/\/+$/, "")}/${path}`, document.baseURI).href;
  }
}

/** A host that gets its token first has this long before the employee sees that something is missing. */
const patienceMs = 15_000;

function failurePanel(
  { kind, whileSigning, retry, errors }: Failure,
  look: Look,
  isAbovePage: boolean,
): unknown {
  const { session, words } = look;
  const details = errors.flatMap(({ pointer, message }) => {
    const name = labelOf(pointer, words);
    return name === undefined ? [] : [html`<li>${name}: ${message}</li>`];
  });
  return html`<div class="failure" role="alert" tabindex="-1">
    ${isAbovePage ? html`<h2>${words.failure.title}</h2>` : html`<h1>${words.failure.title}</h1>`}
    <p>${words.failure[kind]}</p>
    ${details.length === 0 ? nothing : html`<ul>${details}</ul>`}
    ${whileSigning ? unsigned(look) : nothing}
    ${
      kind !== "blocked"
        ? html`<button type="button" class="secondary" @click=${retry}>${words.failure.retry}</button>`
        : isSigned(session.state)
          ? startOverLink(look)
          : nothing
    }
  </div>`;
}

/** What a failure while signing means for each form. */
function unsigned({ session, words }: Look): unknown {
  const names = (signed: boolean): string =>
    session.state.forms
      .filter(({ completed }) => (completed !== undefined) === signed)
      .map(({ summary }) => formName(summary))
      .join(", ");
  const done = names(true);
  return html`<p>${words.signing.notSigned(names(false))}</p>
    ${done === "" ? nothing : html`<p>${words.signing.othersSigned(done)}</p>`}`;
}

/** The label of a field on the pages; undefined if it is on no page. */
function labelOf(pointer: string, { person }: Messages): string | undefined {
  const [, root = "", name = ""] = pointer.split("/");
  if (name === "address") return root === "employer" ? person.employerAddress : person.address;
  if (root === "homeAddress") return person.address;
  return Object.entries(person).find(([key]) => key === name && root.startsWith("employe"))?.[1];
}

function preferredLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.map((tag) => languages.find((one) => one === tag)).find((one) => one !== undefined) ?? "en";
}

function blobOf(bytes: Uint8Array, type = "application/pdf"): Blob {
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
}

function download(bytes: Uint8Array, fileName: string, type?: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blobOf(bytes, type));
  link.download = fileName;
  link.click();
  // Not immediately: some browsers read the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Prints from a hidden frame, or opens the file if the browser cannot show it in a frame. */
function print(address: string, root: HTMLElement | DocumentFragment): void {
  if (navigator.pdfViewerEnabled !== true) {
    window.open(address, "_blank", "noopener");
    return;
  }
  root.querySelector("iframe.printing")?.remove();
  const frame = document.createElement("iframe");
  frame.className = "printing vh";
  frame.title = "";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.src = address;
  frame.addEventListener("load", () => frame.contentWindow?.print());
  root.append(frame);
}
