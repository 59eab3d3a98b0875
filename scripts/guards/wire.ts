import { guardsOf } from './guard.ts';

const platform = 'src/server/platform';
const attachments = 'src/server/forum/attachments';
const csrf = guardsOf(`${platform}/http/csrf.ts`);
const csrfTests = 'tests/api/csrf.http.test.ts';
const headers = guardsOf(`${platform}/http/headers.ts`);
const headerTests = 'tests/api/headers.http.test.ts';
const pages = guardsOf('src/server/frame/page-policy.ts');
const publicPages = 'src/server/frame/public-pages.http.test.ts';
const signedInPages = 'src/server/frame/signed-in-pages.http.test.ts';
const pageHeaders = 'tests/api/page-headers.http.test.ts';

/** A header builder that leaves one header out. */
const without = (header: string) =>
  `(...given) => { const { '${header}': _, ...others } = original(...given); return others; }`;
const policyName = 'Content-Security-Policy';
/** A header builder whose policy has something else in place of a part. */
const withPolicy = (part: string, other: string) =>
  `(...given) => { const headers = original(...given); return { ...headers, '${policyName}': headers['${policyName}'].replace("${part}", "${other}") }; }`;

/** What comes in and goes out: origins, headers, pages, texts, errors. */
export const wireGuards = [
  csrf('isSameOriginRequest', 'changes come from the portal’s own pages', '() => true', csrfTests),
  csrf(
    'isSameOriginRequest',
    'Sec-Fetch-Site counts before Origin',
    "(method, { 'sec-fetch-site': _, ...others }, ...rest) => original(method, others, ...rest)",
    csrfTests,
  ),
  csrf(
    'isSameOriginRequest',
    'PUBLIC_URL with its scheme counts, not Host',
    '(method, headers) => original(method, headers, null)',
    csrfTests,
  ),
  ...[
    'X-Content-Type-Options',
    policyName,
    'Referrer-Policy',
    'Cache-Control',
    'Strict-Transport-Security',
  ].map((header) => headers('headersOf', `every answer has ${header}`, without(header), headerTests)),
  headers(
    'addHeaders',
    'pages of one-time links name their token to nobody',
    `(server, settings) => {
      const addHook = (on, hook) => server.addHook(on, ({ id }, ...rest) => hook({ id, url: '' }, ...rest));
      return original({ addHook }, settings);
    }`,
    pageHeaders,
  ),
  guardsOf(`${platform}/http/request-ids.ts`)(
    'makeRequestIds',
    'an id comes with a request from trusted proxies only',
    '() => original(() => true)',
    'tests/api/request-ids.http.test.ts',
  ),
  guardsOf(`${platform}/sheets/sheet-cell.ts`)(
    'guardFormulas',
    'no cell of an export is a formula',
    '(text) => text',
    'tests/attack/spreadsheets.http.test.ts',
  ),
  guardsOf(`${platform}/pictures/clean-picture.ts`)(
    'cleanPicture',
    'what a picture tells of its maker is dropped',
    '(type, bytes) => ({ ...original(type, bytes), bytes })',
    `${platform}/pictures/clean-picture.test.ts`,
    `${attachments}/attachments.http.test.ts`,
  ),
  guardsOf(`${attachments}/attach-file.ts`)(
    'countRefused',
    'refused files count as attached ones do',
    '(tools, accountId, work) => work()',
    `${attachments}/attachments.http.test.ts`,
  ),
  pages(
    'pageHeaders',
    'pages run only their own scripts',
    withPolicy('script-src ', "script-src 'unsafe-inline' "),
    publicPages,
    signedInPages,
  ),
  pages('pageHeaders', 'pages cannot be framed', withPolicy("; frame-ancestors 'none'", ''), publicPages),
  pages('pageHeaders', 'forms go to the portal only', withPolicy("; form-action 'self'", ''), publicPages),
  guardsOf(`${platform}/http/limits/request-limit.ts`)(
    'makeRequestLimit',
    'requests of an account and of a network are limited',
    '() => () => {}',
    'tests/attack/flooding.http.test.ts',
    'tests/attack/locking-others-out.test.ts',
  ),
  pages('pageHeaders', 'pages use no device', without('Permissions-Policy'), pageHeaders),
  guardsOf('src/server/submissions/previews/preview-headers.ts')(
    'previewPolicy',
    'a preview is in a sandbox of its own',
    "(...given) => original(...given).replace(/sandbox.*/, 'sandbox allow-scripts allow-same-origin')",
    'tests/attack/previews.http.test.ts',
  ),
  guardsOf('src/server/submissions/previews/preview-page.ts')(
    'safe',
    'texts of files are no markup',
    '(text) => text',
    'tests/attack/previews.http.test.ts',
  ),
  guardsOf('src/contract/normalize-text.ts')(
    'normalizeText',
    'a long run of marks is not normalised',
    '(text, form) => text.normalize(form)',
    'tests/attack/hostile-inputs.http.test.ts',
  ),
];
