import type { Guards } from './mutation.ts';

const headers = 'src/server/platform/http/headers.ts';
const policy = 'src/server/pages/page-policy.ts';

/** What comes in and goes out: origin, headers, texts, files. */
export const inputGuards: Guards = {
  'changes come from the portal’s own pages': {
    file: 'src/server/platform/http/server.ts',
    take: 'else done(new OriginRefused());',
    put: 'else done();',
    tests: ['tests/api/csrf.http.test.ts'],
  },
  'another site is another site whatever Origin it writes': {
    file: 'src/server/platform/http/csrf.ts',
    take: "if (site !== undefined) return site === 'same-origin' || site === 'none';",
    put: '',
    tests: ['tests/api/csrf.http.test.ts'],
  },
  'browsers do not guess at types': {
    file: headers,
    take: "    'X-Content-Type-Options': 'nosniff',\n",
    put: '',
    tests: ['tests/api/headers.http.test.ts'],
  },
  'answers that are no pages load nothing': {
    file: headers,
    take: "    'Content-Security-Policy': closedPolicy,\n",
    put: '',
    tests: ['tests/api/headers.http.test.ts'],
  },
  'what somebody asked for is kept nowhere': {
    file: headers,
    take: "    'Cache-Control': 'no-store',\n",
    put: '',
    tests: ['tests/api/headers.http.test.ts'],
  },
  'other sites do not learn addresses': {
    file: headers,
    take: "    'Referrer-Policy': 'same-origin',\n",
    put: '',
    tests: ['tests/api/headers.http.test.ts'],
  },
  'behind https browsers stay with https': {
    file: headers,
    take: "    headers['Strict-Transport-Security'] =",
    put: "    headers['X-Nothing'] =",
    tests: ['tests/api/headers.http.test.ts'],
  },
  'pages run their own scripts only': {
    file: policy,
    take: "    `script-src ${[\"'self'\", ...scripts].join(' ')}`,",
    put: "    `script-src 'unsafe-inline' ${[\"'self'\", ...scripts].join(' ')}`,",
    tests: ['src/server/pages/public-pages.http.test.ts', 'src/server/pages/signed-in-pages.http.test.ts'],
  },
  'pages stand in no frame': {
    file: policy,
    take: '    "frame-ancestors \'none\'",\n',
    put: '',
    tests: ['src/server/pages/public-pages.http.test.ts', 'src/server/pages/signed-in-pages.http.test.ts'],
  },
  'forms go to the portal only': {
    file: policy,
    take: '    "form-action \'self\'",\n',
    put: '',
    tests: ['src/server/pages/public-pages.http.test.ts', 'src/server/pages/signed-in-pages.http.test.ts'],
  },
  'imported documents run no script': {
    file: 'src/server/projects/catalogue-files.ts',
    take: "  \"default-src 'none'; style-src",
    put: "  \"default-src 'none'; script-src 'unsafe-inline'; style-src",
    tests: ['src/server/projects/catalogue-files.api.test.ts'],
  },
  'a handed-in file is a download': {
    file: 'src/server/submissions/send-file.ts',
    take: "    'Content-Type': 'application/octet-stream',\n",
    put: "    'Content-Type': 'text/html',\n",
    tests: ['src/server/submissions/read-file.http.test.ts'],
  },
  'a NUL is refused': {
    file: 'src/server/platform/http/register-endpoint.ts',
    take: "if (value.includes('\\0')) throw httpErrors.badRequest('Text must not contain NUL characters.');",
    put: '',
    tests: ['tests/api/hostile-input.test.ts', 'src/server/platform/http/register-endpoint.test.ts'],
  },
  'prototype keys are refused': {
    file: 'src/server/platform/http/server.ts',
    take: "server.getDefaultJsonParser('error', 'error')",
    put: "server.getDefaultJsonParser('ignore', 'ignore')",
    tests: ['tests/api/hostile-bodies.http.test.ts'],
  },
  'a body of another type is refused': {
    file: 'src/server/platform/http/server.ts',
    take: "  server.removeContentTypeParser(['application/json', 'text/plain']);\n",
    put: "  server.removeContentTypeParser(['application/json']);\n",
    tests: ['tests/api/hostile-input.test.ts', 'tests/api/hostile-bodies.http.test.ts'],
  },
  'a file name has no path': {
    file: 'src/server/submissions/file-name.ts',
    take: '.split(/[/\\\\]/).at(-1) as string;',
    put: ';',
    tests: ['src/server/submissions/file-name.test.ts'],
  },
  'a file name does not turn its direction': {
    file: 'src/server/submissions/file-name.ts',
    take: ".replace(unsafeCharacters, '')",
    put: '',
    tests: ['src/server/submissions/file-name.test.ts'],
  },
  'a name has no address in it': {
    file: 'src/contract/person-name.ts',
    take: "&& !address.test(name.normalize('NFKC'));",
    put: ';',
    tests: ['src/contract/person-name.test.ts'],
  },
  'a name has no unseen characters': {
    file: 'src/contract/person-name.ts',
    take: 'return !unseen.test(name) && ',
    put: 'return ',
    tests: ['src/contract/person-name.test.ts'],
  },
  'a typed name goes into no mail before the address is confirmed': {
    file: 'src/server/accounts/notify-holder.ts',
    take: 'holder.confirmedAt === null || ',
    put: '',
    tests: ['src/server/accounts/own-account.api.test.ts'],
  },
  'a spreadsheet takes no cell for a formula': {
    file: 'src/server/platform/csv-stream.ts',
    take: "if (typeof cell !== 'string') return cell;",
    put: 'if (cell !== null) return cell;',
    tests: ['src/cli/write-csv-file.api.test.ts'],
  },
  'a terminal obeys no text': {
    file: 'src/cli/printable.ts',
    take: "return text.replaceAll(obeyed, '\\uFFFD');",
    put: 'return text;',
    tests: ['src/cli/printable.test.ts'],
  },
  'the log has no rows of the database': {
    file: 'src/server/platform/http/error-handler.ts',
    take: "    ...('code' in error && { code: error.code }),\n",
    put: '    ...error,\n',
    tests: ['src/server/platform/http/error-handler.test.ts'],
  },
  'an unknown failure tells nothing': {
    file: 'src/server/platform/http/error-handler.ts',
    take: "return new HttpError(500, 'internal', 'Something went wrong on our side.');",
    put: "return new HttpError(500, 'internal', String(error));",
    tests: ['src/server/platform/http/error-handler.test.ts'],
  },
};
