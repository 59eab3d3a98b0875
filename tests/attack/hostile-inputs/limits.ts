import { limits } from '#contract/limits';

// What bounds each input that no schema of the contract bounds. An input without a line here fails.

/** In bytes: the address with its query, cookies and other headers together (Node refuses more with 431). */
export const headerBytes = 16_384;
/** A part of an address between two slashes. */
export const parameterCharacters = 500;

/** Texts of any length that the body's limit holds: they are compared or hashed, and never stored. */
export const boundedByBody: readonly RegExp[] = [
  // What a form showed when it was begun.
  /\.began\./,
  /^changeAppearance\.version$/,
  // A wrong login is a wrong login, however long.
  /^logIn\.(email|password)$/,
  /^verifyReceipt\./,
  // Ignored beside the project's id in the address.
  /^selectProject\.(p_id|sp_id)$/,
];

/** The same in an address. */
export const boundedByAddress: readonly RegExp[] = [/^remove(Logo|Background)\.original$/];

const fixedForm = 'compared with fixed words; no more than all headers';
const read = 'read by a pattern of bounded length; others are as good as none';

/** Each header that the server reads, with its limit. */
export const headerLimits: Record<string, string> = {
  'accept-encoding': fixedForm,
  authorization: 'compared with METRICS_TOKEN in constant time; no more than all headers',
  'content-length': 'the body limit of its route',
  'content-type': fixedForm,
  cookie: 'each hashed or compared; no more than all headers',
  'for-account': fixedForm,
  host: fixedForm,
  'idempotency-key': `${limits.idempotencyKey} characters`,
  'if-none-match': fixedForm,
  'if-range': fixedForm,
  'last-event-id': read,
  origin: fixedForm,
  prefer: fixedForm,
  range: read,
  referer: fixedForm,
  'sec-fetch-site': fixedForm,
  'transfer-encoding': fixedForm,
  'tus-resumable': fixedForm,
  'upload-length': read,
  'upload-metadata': `the task is one of a list; ${limits.fileName} characters of the name`,
  'upload-offset': read,
  'user-agent': 'its first characters name a device',
  'x-forwarded-for': 'hops read one by one, from trusted proxies only',
  'x-request-id': read,
};

/** Each cookie: 256 bits, hashed before it is looked for, or sealed. */
export const cookieNames = ['capstone-session', 'capstone-device', 'capstone-login', 'capstone-flow'];
