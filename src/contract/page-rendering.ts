import type { Readable } from 'node:stream';
import type { CurrentUser } from './accounts/calls.ts';
import type { HomeWords, Look } from './catalogue/face.ts';
import type { EndpointName } from './wire/endpoints.ts';

/** A zone's changes: from milliseconds since 1970 UTC on, the offset to UTC in minutes, and the short name. */
export type ZoneClock = { until: number; changes: { from: number; offset: number; name: string }[] };

/** The same for all readers. */
export type Site = {
  academy: { name: string; zone: string; clock: ZoneClock };
  /** The largest file of a submission, in bytes. */
  maxUploadBytes: number;
  /** Whether SMTP_URL is set. */
  sendsMail: boolean;
  /** Whether PUBLIC_URL is set. */
  hasAddress: boolean;
  /** A URL with its scheme; null where screens only name the office. */
  officeContact: string | null;
  /** Null for the portal's own. */
  look: Look | null;
  /** Absent outside of a demo. */
  demo?: DemoOfSite;
  /** The button of the academy's login, and whether it is the only login of staff. */
  academyLogin: { button: string; isOnlyWayOfStaff: boolean } | null;
};

/** The line on every screen, and logins of one click, which are posted as `as` to `loginAddress`. */
export type DemoOfSite = {
  note: { text: string; link?: { href: string; label: string } };
  loginAddress: string;
  logins: { as: string; label: string }[];
};

export type LinkPurpose = 'setup' | 'reset' | 'confirm';

/** `done` has had its effect; `dead` is used or expired. */
export type LinkWorth = 'good' | 'done' | 'dead';

/** A project on Home. */
export type CatalogueItem = { name: string; course: string; details: string; backgroundImage: string };

/** As over HTTP; `body` is undefined for an answer without one. */
export type CallAnswer = { status: number; body: unknown; retryAfter?: number | undefined };

export type CallInput = {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  body?: unknown;
  /** A header over HTTP. */
  idempotencyKey?: string | undefined;
};

/** All that loaders and actions may know of a request. */
export type PageRequest = {
  method: 'GET' | 'POST';
  /** Path and query. */
  url: string;
  site: Site;
  /** Null for visitors and public pages. */
  user: CurrentUser | null;
  /** The present of the page, in milliseconds since 1970 UTC. */
  now: number;
  /** The reader's time zone, from a cookie. */
  readerZone: string | null;
  /** For the Content-Security-Policy. */
  nonce: string;
  /** The style sheet to inline; null to link it. */
  inlineStyles: string | null;
  /** Aborted when the reader has left. */
  signal: AbortSignal;
  /** Calls in process, as the reader. */
  call(name: EndpointName, input: CallInput): Promise<CallAnswer>;
  /** The posted fields; null for a GET, and for a form with a file. */
  form: Readonly<Record<string, string>> | null;
  /** The typed texts, also of a form with a file, to show them again. */
  readForm(): Promise<Readonly<Record<string, string>>>;
  /** Random prefix of the Idempotency-Keys of the page's forms; '' on public pages. */
  formKey: string;
  readCatalogue(): Promise<CatalogueItem[]>;
  readHomeWords(): HomeWords;
  /** Does not use the link up. */
  readLink(purpose: LinkPurpose, token: string): Promise<LinkWorth>;
  hasSample(): Promise<boolean>;
  /** The operator's text as HTML; null for the portal's own. */
  readText(address: string): string | null;
  /** Errors of loaders and components. */
  onError(error: unknown): void;
};

/** Complete, or a stream whose slow parts follow. */
export type RenderedPage = {
  status: number;
  headers: Headers;
  /** Null for a redirect. */
  html: Buffer | Readable | null;
};

/** Exported by build/server/index.js. */
export type PageRenderer = {
  /** @throws PageTooLarge; errors of rendering; the reason of an aborted signal */
  render(page: PageRequest, maxBytes: number): Promise<RenderedPage>;
  /** A page without data, in which the browser renders the screen. */
  renderShell(page: PageRequest): Promise<RenderedPage>;
};
