import type { Readable } from 'node:stream';
import type { CurrentUser } from './accounts/calls.ts';
import type { EndpointName } from './wire/endpoints.ts';

/** How a zone's clocks go for some years: by milliseconds since 1970 UTC the minutes they are ahead of UTC, and their short name. */
export type ZoneClock = { until: number; changes: { from: number; offset: number; name: string }[] };

/** What every screen knows of the portal: the same for all readers of a process. */
export type Site = {
  academy: { name: string; zone: string; clock: ZoneClock };
  /** The largest file that a hand-in takes, in bytes. */
  maxUploadBytes: number;
  /** Whether the portal can send mail, such as a link to a new password. */
  sendsMail: boolean;
  /** Whether the portal knows the address at which people reach it (`PUBLIC_URL`). */
  hasAddress: boolean;
  /** How people reach the academy's office, as an address with its scheme; null where screens only name the office. */
  officeContact: string | null;
  /**
   * The button that logs in with the academy's own account, and whether mentors and administrators have no other way; null
   * where there is none.
   */
  academyLogin: { button: string; isOnlyWayOfStaff: boolean } | null;
};

/** What a one-time link is for. */
export type LinkPurpose = 'setup' | 'reset' | 'confirm';

/** What a one-time link is worth: it works; it has done what it is for; or it never will, being used up or expired. */
export type LinkWorth = 'good' | 'done' | 'dead';

/** What one can build, as Home shows it. */
export type CatalogueItem = { name: string; course: string; details: string; backgroundImage: string };

/** What a call answers, as over HTTP; `body` is undefined for an answer without one. */
export type CallAnswer = { status: number; body: unknown; retryAfter?: number | undefined };

export type CallInput = {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  body?: unknown;
  /** Of a call that takes one; over HTTP it is a header. */
  idempotencyKey?: string | undefined;
};

/** One page of one reader: everything that loaders and actions may know of its request. */
export type PageRequest = {
  method: 'GET' | 'POST';
  /** Path and query. */
  url: string;
  site: Site;
  /** Null for nobody; public pages are made for nobody. */
  user: CurrentUser | null;
  /** When the page is made, in milliseconds since 1970 UTC: what it says about time is said of this instant. */
  now: number;
  /** The reader's own time zone, where the browser has told it by cookie. */
  readerZone: string | null;
  /** Content-Security-Policy nonce of the page's scripts. */
  nonce: string;
  /** The style sheet's text where the page shall bring it along; null where it names the file. */
  inlineStyles: string | null;
  /** Aborted when nobody waits for the page any more. */
  signal: AbortSignal;
  /** Makes a call inside the process, as the reader. */
  call(name: EndpointName, input: CallInput): Promise<CallAnswer>;
  /** The fields of a form that was posted to this page; null for a GET, and for a form that brings a file. */
  form: Readonly<Record<string, string>> | null;
  /** What was typed into the posted form, also into one that brings a file: for the page that shows it again. */
  readForm(): Promise<Readonly<Record<string, string>>>;
  /** Random for each page of one reader, '' on public pages: the Idempotency-Keys of the page's forms begin with it. */
  formKey: string;
  readCatalogue(): Promise<CatalogueItem[]>;
  /** What the token of a one-time link is worth now; looking at it does not use it up. */
  readLink(purpose: LinkPurpose, token: string): Promise<LinkWorth>;
  /** Whether the sample catalogue is there, for the page on which the first administrator may take it away. */
  hasSample(): Promise<boolean>;
  /** The operator's words on a page that is only text, as HTML; null where the portal's own stay. */
  readText(address: string): string | null;
  /** Called with each error that loaders or components throw. */
  onError(error: unknown): void;
};

/** A rendered page: either complete, or its beginning with the slow parts to follow. */
export type RenderedPage = {
  status: number;
  headers: Headers;
  /** Null for a redirect. */
  html: Buffer | Readable | null;
};

/** What the web's server build exports, in build/server/index.js. */
export type PageRenderer = {
  /**
   * @param maxBytes how long the page may be
   * @throws what rendering throws, also when the page's signal is aborted; PageTooLarge
   */
  render(page: PageRequest, maxBytes: number): Promise<RenderedPage>;
  /** The page that needs no data of any reader: the browser loads and renders the screen. */
  renderShell(page: PageRequest): Promise<RenderedPage>;
};
