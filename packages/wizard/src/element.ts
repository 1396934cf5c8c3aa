import {
  type Address,
  createWizardClient,
  type Employee,
  type Employer,
  type Language,
  NetworkError,
  type PaymentType,
  type WizardClient,
} from "@withholding-forms/client";
import { html, LitElement, nothing, type PropertyValues, unsafeCSS } from "lit";
import { type BrowserBack, createBrowserBack } from "./browser-back.js";
import { type AddressSource, createAddressSource, type FindAddresses } from "./controls/address-source.js";
import { createBlankForms } from "./controls/blank-forms.js";
import { createFormImages } from "./controls/form-image.js";
import type { Look } from "./controls/look.js";
import { createDeliveries } from "./deliveries.js";
import { createDoubleClickGuard } from "./double-click.js";
import {
  type CompletedDetail,
  type ErrorDetail,
  type SignedDetail,
  type StepDetail,
  stepDetail,
} from "./host-events.js";
import { createLeaveWarning } from "./leave.js";
import {
  languageNames,
  languages,
  loadMessages,
  messagesIn,
  preferredCountry,
  preferredLanguage,
} from "./messages/messages-in.js";
import { failurePanel } from "./pages/failure.js";
import { pageOf } from "./pages/pages.js";
import { createPdfFiles, download, print } from "./pdf-files.js";
import type { PageEffect } from "./session/events.js";
import { draftIn, draftOf, forget, keep, kept } from "./session/keep.js";
import { owedForms } from "./session/owed.js";
import type { Mode } from "./session/path.js";
import { createSession, type Session } from "./session/run.js";
import { canGoBack } from "./session/screens.js";
import { completedForms, initialState, type Pay, type State } from "./session/state.js";
import base from "./styles/base.css?inline";
import controls from "./styles/controls.css?inline";
import layout from "./styles/layout.css?inline";
import theme from "./styles/theme.css?inline";

/** A custom element that leads an employee from addresses to signed forms. */
export class WithholdingWizard extends LitElement {
  static override readonly styles = [theme, base, layout, controls].map(unsafeCSS);
  static override readonly properties = {
    serviceUrl: { attribute: "service-url" },
    token: {},
    getToken: { attribute: false },
    homeAddress: { attribute: "home-address", type: Object },
    workAddresses: { attribute: "work-addresses", type: Array },
    paymentType: { attribute: "payment-type" },
    employee: { type: Object },
    employer: { type: Object },
    pay: { type: Object },
    findAddresses: { attribute: false },
    onDraft: { attribute: false },
    restore: { attribute: false },
    language: { reflect: true },
    mode: {},
    verifyUrl: { attribute: "verify-url" },
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
  /** For the estimate of a paycheck. It is never sent or stored. */
  declare pay: Pay | undefined;
  /** Finds addresses for the street that the employee is typing, such as with your address service. */
  declare findAddresses: FindAddresses | undefined;
  /** Gets the answers after every change, without identity numbers, to store them. */
  declare onDraft: ((draft: unknown) => void) | undefined;
  /** What `onDraft` got the last time. The wizard continues from there. */
  declare restore: unknown;
  /** URL of your page, or of the service's, on which anyone can check a signed file. */
  declare verifyUrl: string | undefined;
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

  #client: WizardClient | undefined;
  #addresses: AddressSource | undefined;
  #session: Session | undefined;
  readonly #typed = new Map<string, string>();
  /** What to focus when the page is rendered. */
  #focus: { readonly place: keyof typeof places; readonly field?: string | undefined } | undefined;
  /** A page has been shown. */
  #begun = false;
  #back: BrowserBack | undefined;
  #entered = false;
  /** The language of the last `step` event. */
  #announced: Language | undefined;
  readonly #doubleClicks = createDoubleClickGuard(this);
  readonly #files = createPdfFiles();
  readonly #deliveries = createDeliveries(
    (form, waitUntil) => !this.#emit<SignedDetail>("signed", { form, waitUntil }),
    () => this.requestUpdate(),
  );
  readonly #blanks = createBlankForms(
    ({ id, formVersion }) =>
      this.#client?.getPdf(id, { formVersion }) ?? Promise.reject(new Error("There is no session.")),
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
    this.#doubleClicks.start();
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
    this.#doubleClicks.stop();
    this.#files.revoke();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const ready = this.serviceUrl !== undefined && (this.getToken !== undefined || this.token !== undefined);
    if (this.#session === undefined && ready) this.#begin();
    else if (changed.has("language") && languages.includes(this.language))
      this.#session?.send({ type: "changeLanguage", language: this.language });
  }

  override updated(): void {
    this.#watchLeaving();
    this.#levelHeadings();
    if (this.#focus === undefined) return;
    const { place, field } = this.#focus;
    this.#focus = undefined;
    const target = field === undefined ? undefined : this.#byId(field);
    (target ?? this.renderRoot.querySelector<HTMLElement>(places[place]))?.focus();
    if (place === "heading" && target === undefined) this.scrollIntoView({ block: "start" });
    if (place === "heading" && matchMedia("(prefers-reduced-motion: no-preference)").matches)
      this.renderRoot
        .querySelector("[data-page]")
        ?.animate({ opacity: [0, 1], translate: ["0 0.5rem", "0"] }, { duration: 160, easing: "ease-out" });
  }

  override render(): unknown {
    const session = this.#session;
    const language = session?.state.language ?? this.language;
    const words = messagesIn(language);
    if (session === undefined)
      return html`<div class="wizard" lang=${language}>
        <p role="status">${this.#isOverdue ? words.failure.setup : words.loading}</p>
      </div>`;
    const look = this.#look(session);
    return html`<div
      class="wizard"
      lang=${language}
      @input=${() => {
        this.#entered = true;
        this.#watchLeaving();
      }}
    >
      <slot name="header"></slot>
      <div class="top" part="top">
        <slot name="logo"></slot>
        <p part="title">${words.wizardTitle}</p>
        <div class="languages" part="languages" role="group" aria-label=${words.language}>
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
      ${failurePanel(look, this.#begun)}
      ${this.#begun ? pageOf(look) : nothing}
      <slot name="help"></slot>
      <p class="busy" role="status">${session.state.goal === undefined ? "" : words.loading}</p>
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
    const { mode, workAddresses, paymentType, employee, employer, pay } = this;
    const homeAddress = this.homeAddress ?? employee?.address;
    const setup = {
      mode,
      homeAddress,
      workAddresses,
      paymentType,
      employee,
      employer,
      pay,
      country: preferredCountry(),
    };
    const language = languages.includes(this.language) ? this.language : "en";
    const client = createWizardClient({
      baseUrl: this.serviceUrl ?? "",
      language: this.language,
      getToken: (rejected) => this.#bringToken(rejected),
    });
    this.#client = client;
    if (this.findAddresses !== undefined)
      this.#addresses = createAddressSource(this.findAddresses, () => this.requestUpdate());
    const session = createSession(client, initialState(setup, language), {
      changed: () => this.#changed(session),
      perform: (effect) => this.#perform(effect, session),
      download: async ({ form, fileName }) => download(await this.#blanks.bytesOf(form), fileName),
    });
    this.#session = session;
    const before = (this.keepInSession ? kept() : undefined) ?? draftIn(this.restore);
    this.#entered = before !== undefined;
    // If the text cannot be loaded, it is English: the employee can still continue.
    loadMessages(before?.language ?? language)
      .catch(() => {})
      .then(() => session.send({ type: "start", kept: before }));
  }

  #changed({ state }: Session): void {
    // The buttons and the property show the actual language, even after a failed switch.
    if (state.goal === undefined && state.language !== this.language) this.language = state.language;
    // The title of the host page has to change, too.
    if (this.#begun && this.#announced !== state.language) this.#announce(state);
    if (this.#begun && state.page !== "done") {
      if (this.keepInSession) keep(state);
      if (this.onDraft !== undefined && state.goal === undefined) this.onDraft(draftOf(state));
    }
    this.requestUpdate();
  }

  #announce(state: State): void {
    this.#announced = state.language;
    this.#emit<StepDetail>("step", stepDetail(state));
  }

  #perform(effect: PageEffect, session: Session): void {
    switch (effect.kind) {
      case "moved":
        return this.#moved(session, effect.field);
      case "refused":
        this.#focus = { place: "summary", field: effect.field };
        return;
      case "failed": {
        const { failure, message } = effect;
        this.#focus = { place: "failure" };
        const pointers = failure.errors.map(({ pointer }) => pointer);
        this.#emit<ErrorDetail>("error", { kind: failure.kind, message, pointers });
        return;
      }
      case "delivered":
        return this.#deliveries.deliver(effect.form);
      case "completed": {
        const { forms } = effect;
        forget();
        const owed = owedForms(session.state.location);
        if (!this.#emit<CompletedDetail>("completed", { forms, owed })) this.#deliveries.deliverAll(forms);
      }
    }
  }

  #moved(session: Session, field: string | undefined): void {
    this.#typed.clear();
    this.#doubleClicks.moved();
    // The host page has just been opened: leave its own focus alone.
    if (this.#begun) this.#focus = { place: "heading", field };
    this.#begun = true;
    this.#announce(session.state);
    if (!this.browserBack) return;
    this.#back ??= createBrowserBack({
      canGoBack: () => canGoBack(session.state),
      back: () => session.send({ type: "back" }),
    });
    this.#back.moved();
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

  /** False if the host has handled it with `preventDefault()`. */
  #emit<Detail>(name: string, detail: Detail): boolean {
    return this.dispatchEvent(new CustomEvent<Detail>(name, { detail, cancelable: true }));
  }

  #watchLeaving(): void {
    const state = this.#session?.state;
    const unsaved = state !== undefined && completedForms(state).some(this.#deliveries.isUnsaved);
    // At the end there are only the copies.
    const typed = this.#entered && state?.page !== "done";
    this.#leaveWarning.set(this.isConnected && this.warnOnLeave && (unsaved || typed));
  }

  #byId(id: string): HTMLElement | undefined {
    return this.renderRoot.querySelector<HTMLElement>(`#${CSS.escape(id)}`) ?? undefined;
  }

  #look({ state, send }: Session): Look {
    return {
      state,
      send,
      words: messagesIn(state.language),
      language: state.language,
      typed: this.#typed,
      refresh: () => this.requestUpdate(),
      // What is to get the focus may not be on the page yet.
      focus: (id) => void this.updateComplete.then(() => this.#byId(id)?.focus()),
      download,
      print: (pdf) => print(this.#files.addressOf(pdf), this.renderRoot),
      addressOf: this.#files.addressOf,
      addressInService: (path) => this.#inService(path),
      verifyUrl: this.verifyUrl,
      addresses: this.#addresses,
      blanks: this.#blanks,
      images: this.#images,
      deliveries: this.#deliveries,
    };
  }

  /** The host's server forwards everything below the URL of the service, also the viewer of forms. */
  #inService(path: string): string {
    return new URL(`${(this.serviceUrl ?? "").replace(/\/+$/, "")}/${path}`, document.baseURI).href;
  }
}

/** A host that gets its token first has this long before the employee sees that something is missing. */
const patienceMs = 15_000;

const places = { heading: "h1", summary: ".summary", failure: ".failure" } as const;
