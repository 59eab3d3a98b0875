import type { Readable } from 'node:stream';
import type { CurrentUser } from './accounts/calls.ts';
import type { HomeWords, ShownAppearance } from './catalogue/appearance.ts';
import type { SeeAs } from './progress/see-as.ts';
import type { EndpointName } from './wire/endpoints.ts';

/** From milliseconds since 1970 UTC on: minutes from UTC, short name. */
export type ZoneClock = { until: number; changes: { from: number; offset: number; name: string }[] };

/** For all readers. */
export type Site = {
  academy: { name: string; zone: string; clock: ZoneClock };
  /** Of a submission. */
  maxUploadBytes: number;
  /** SMTP_URL is set. */
  sendsMail: boolean;
  /** PUBLIC_URL is set. */
  hasAddress: boolean;
  /** With scheme; null: screens name the office. */
  officeContact: string | null;
  /** Null: the portal's. */
  appearance: ShownAppearance | null;
  demo?: DemoOfSite;
  /** The versions of terms and privacy, which a consent names. */
  words: string;
  /** Students under 18 say so at signup. */
  asksGuardian?: true;
  /** The sample catalogue is there. */
  hasSample?: true;
  academyLogin: { button: string; isOnlyWayOfStaff: boolean } | null;
};

/** The line on every screen, and logins of one click, which are posted as `as` to `loginAddress`. */
export type DemoOfSite = {
  note: { text: string; link?: { href: string; label: string } };
  loginAddress: string;
  logins: { as: string; label: string }[];
};

export type LinkPurpose = 'setup' | 'reset' | 'confirm';

/** `done`: took effect; `dead`: used or expired. */
export type LinkWorth = 'good' | 'done' | 'dead';

export type CatalogueItem = { name: string; course: string; details: string; backgroundImage: string };

/** As over HTTP; `body` may be undefined. */
export type CallAnswer = { status: number; body: unknown; retryAfter?: number | undefined };

export type CallInput = {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  body?: unknown;
  /** Sent as a header over HTTP. */
  idempotencyKey?: string | undefined;
};

/** For the first administrator. `fixed`: what the environment sets. */
export type SetUp = { hasSample: boolean; fixed: { name: boolean; zone: boolean } };

/** All that loaders and actions know of a request. */
export type PageRequest = {
  method: 'GET' | 'POST';
  /** Path and query. */
  url: string;
  site: Site;
  /** Null for visitors and on public pages. */
  user: CurrentUser | null;
  /** Set where staff look at the screen of `user`; such a page is sent whole, and runs no script. */
  seeAs?: SeeAs;
  /** Milliseconds since 1970 UTC. */
  now: number;
  /** From a cookie. */
  readerZone: string | null;
  nonce: string;
  /** Null: linked. */
  inlineStyles: string | null;
  /** Aborted when the reader has left. */
  signal: AbortSignal;
  /** In process, as the reader. */
  call(name: EndpointName, input: CallInput): Promise<CallAnswer>;
  /** Null for GET, and with a file. */
  form: Readonly<Record<string, string>> | null;
  /** The typed texts, also of a form with a file. */
  readForm(): Promise<Readonly<Record<string, string>>>;
  /** Random prefix of the forms' Idempotency-Keys; '' on public pages. */
  formKey: string;
  readCatalogue(): Promise<CatalogueItem[]>;
  readHomeWords(): HomeWords;
  /** Does not use it up. */
  readLink(purpose: LinkPurpose, token: string): Promise<LinkWorth>;
  readSetUp(): Promise<SetUp>;
  /** HTML of the operator's text; null: the portal's own. */
  readText(address: string): string | null;
  /** Addresses of translations, such as `/privacy/ml`. */
  listTexts(): string[];
  onError(error: unknown): void;
  /** After the form's act: waits for the page's turn of the thread. */
  beforeRender(): Promise<void>;
};

/** Whole, or a stream of slow parts. */
export type RenderedPage = {
  status: number;
  headers: Headers;
  /** Null: redirect. */
  html: Buffer | Readable | null;
};

/** Exported by build/server/index.js. */
export type PageRenderer = {
  /** @throws PageTooLarge; rendering errors; an aborted signal's reason */
  render(page: PageRequest, maxBytes: number): Promise<RenderedPage>;
  /** A page in which the browser renders the screen. */
  renderShell(page: PageRequest): Promise<RenderedPage>;
};
