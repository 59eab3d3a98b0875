import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#contract/wire/endpoint';
import { endpoints } from '#contract/wire/endpoints';
import { fillPath } from '#contract/fill-path';
import { encodeForm, type FormParts } from '#support/encode-form';
import { me, roles, type FuzzRows, type FuzzValues, type Role } from './values.ts';

/** A request as data, so that a failure prints whole and can be sent again. */
export type FuzzRequest = {
  name: string;
  role: Role;
  url: string;
  /** Whether the address is the call's own, which then vouches for the answer. */
  isWhole: boolean;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
};

const evil = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e‮',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  "' or 1=1; --",
  '%00',
  '%',
  '<script>alert(1)</script>',
  '=1+1',
  '-1',
  '0',
  '1e309',
  '9223372036854775808',
  '99999999999999999999999999',
  'NaN',
  'null',
  '🐘'.repeat(60),
  'x'.repeat(501),
];
const anyText = fc.oneof(
  fc.constantFrom(...evil),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.emailAddress(),
);
const long = fc.integer({ min: 1_000, max: 12_000 }).map((length) => 'long '.repeat(length / 5));
const junk = fc.oneof(
  anyText,
  long,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, [], {}, [[]], { $gt: '' }),
);

type JsonSchema = {
  type?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};

/** What a field's own schema allows, as far as types and bounds go. */
function fromSchema({ type, minimum = -1e6, maximum = 1e6, minLength = 0, maxLength = 60 }: JsonSchema) {
  if (type === 'boolean') return fc.boolean();
  if (type === 'number' || type === 'integer') return fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) });
}

/** One field: mostly what means something, else what its schema allows, else anything, else nothing. */
function field(call: string, name: string, schema: z.ZodType, { known }: FuzzValues): fc.Arbitrary<unknown> {
  const proper = fromSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  const meant = known[`${call}.${name}`] ?? known[name];
  return fc.oneof(
    { weight: 8, arbitrary: meant === undefined ? proper : fc.constantFrom(...meant) },
    { weight: 2, arbitrary: proper },
    { weight: 1, arbitrary: junk },
    // What may be left out is: with a junk value in each optional field hardly a list would ever be read.
    { weight: schema.safeParse(undefined).success ? 8 : 1, arbitrary: fc.constant(undefined) },
  );
}

const fields = (call: string, schema: z.ZodType | undefined, fixture: FuzzValues) =>
  Object.fromEntries(
    Object.entries(schema instanceof z.ZodObject ? schema.shape : {}).map(([name, inner]) => [
      name,
      field(call, name, inner as z.ZodType, fixture),
    ]),
  );

const extras = fc.dictionary(
  fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('role', 'id', 'toJSON')),
  junk,
  {
    maxKeys: 2,
  },
);

const headerText = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.=;, "%/'), maxLength: 260 });

type Body = Pick<FuzzRequest, 'payload' | 'headers'>;

function jsonBody(call: string, endpoint: Endpoint, fixture: FuzzValues): fc.Arbitrary<Body> {
  const json = { 'content-type': 'application/json' };
  const proper = fc
    .tuple(
      fc.record(fields(call, endpoint.body, fixture)),
      fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, extras),
    )
    .map(([own, more]) => ({ headers: json, payload: JSON.stringify({ ...more, ...own }) }));
  const broken = fc.oneof(
    fc.json().map((payload) => ({ headers: json, payload })),
    fc.string({ maxLength: 200 }).map((payload) => ({ headers: json, payload })),
    fc
      .tuple(
        anyText,
        fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'application/json; x'),
      )
      .map(([payload, type]) => ({ headers: { 'content-type': type }, payload })),
    fc.constant<Body>({ headers: {}, payload: undefined }),
  );
  return fc.oneof({ weight: 5, arbitrary: proper }, { weight: 1, arbitrary: broken });
}

/** Bytes of an upload, and what the protocol says beside them. */
function tusBody(method: string): fc.Arbitrary<Body> {
  const number = fc.oneof(
    fc.constantFrom('0', '4', '5', '70000', '-1', '9'.repeat(15), '1.5', 'x'),
    headerText,
  );
  const task = fc.constantFrom('week-1', 'week-1', 'final', 'week-9', '');
  const metadata = fc.oneof(
    task.map((name) => `task ${btoa(name)},filename ${btoa('work.txt')}`),
    headerText,
  );
  const type = fc.constantFrom('application/offset+octet-stream', 'application/json');
  const bytes = fc.oneof(fc.constantFrom('', 'w', 'work', 'works'), fc.constant('x'.repeat(70_000)));
  return fc.record({ number, metadata, type, bytes }).map((of): Body => {
    const tus = { 'tus-resumable': '1.0.0' };
    if (method === 'POST')
      return {
        headers: { ...tus, 'upload-length': of.number, 'upload-metadata': of.metadata },
        payload: undefined,
      };
    if (method === 'OPTIONS') return { headers: {}, payload: undefined };
    if (method !== 'PATCH') return { headers: tus, payload: undefined };
    return { headers: { ...tus, 'upload-offset': of.number, 'content-type': of.type }, payload: of.bytes };
  });
}

function formRequest(parts: FormParts): Body {
  const { body, headers } = encodeForm(parts);
  return { headers, payload: body };
}

function formBody(endpoint: Endpoint, fixture: FuzzValues): fc.Arbitrary<Body> {
  const names = Object.keys((endpoint.body as z.ZodObject).shape);
  const text = fc.oneof(anyText, fc.constantFrom('1', '2', 'https://example.test/work', 'done'));
  const fileName = fc.oneof(
    fc.constantFrom('work.txt', '', '../x', 'a\0b', 'x'.repeat(300), 'ü.pdf'),
    fc.string(),
  );
  const file = fc.record({
    name: fileName,
    bytes: fc.oneof(fc.string(), long, fc.constant('x'.repeat(70_000))),
  });
  const part = fc
    .tuple(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, fc.string({ maxLength: 8 })),
      text,
      file,
    )
    .map(([name, words, bytes]) => [name, name === 'files' ? bytes : words] as FormParts[number]);
  const week = fc.constantFrom<FormParts>(
    [],
    ...(fixture.known.selectedWeek as string[]).map((n): FormParts => [['selectedWeek', n]]),
  );
  const proper = fc
    .tuple(fc.lorem(), fc.constantFrom('my work', 'my work', 'x'.repeat(70_000)))
    .map(([words, bytes]): FormParts => [
      ['links', 'https://example.test/work'],
      ['comments', words],
      ['files', { name: 'work.txt', bytes }],
    ]);
  const cut = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 8 });
  return fc.tuple(week, fc.oneof(proper, fc.array(part, { maxLength: 5 })), cut).map(([first, rest, end]) => {
    const { body, headers } = encodeForm([...first, ...rest]);
    return { headers, payload: end === null ? body : body.subarray(0, Math.floor(end * body.length)) };
  });
}

const moreHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: headerText.map((key) => ({ 'idempotency-key': key })) },
  { weight: 1, arbitrary: headerText.map((cookie) => ({ cookie: `capstone=${cookie}` })) },
  { weight: 1, arbitrary: headerText.map((range) => ({ range: `bytes=${range}` })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'application/octet-stream' },
      { 'content-length': '5' },
      { range: 'bytes=2-' },
      { 'if-none-match': '*' },
      { accept: 'text/html' },
    ),
  },
);

/** Not every object has a text of its own. */
function textOf(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();
}

const asQuery = (query: Record<string, unknown>) =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`)
    .join('&');

/** Addresses without a parameter: what stands in another call's parameter may make one of them. */
const plainPaths = new Set(
  Object.values(endpoints)
    .map(({ path }): string => path)
    .filter((path) => !path.includes(':')),
);

/** Half of the requests come from roles that a call may answer: the others are mostly refused at the door. */
const mayCall = ({ path }: Endpoint): Role[] =>
  path.startsWith('/api/staff/')
    ? ['administrator', 'administrator', 'mentor']
    : ['student', 'student', 'mentor'];

/** Of the table of access, as it is. */
function wholeRequest(
  name: string,
  { path }: Endpoint,
  { role, params, query, body, form, headers = {} }: FuzzRows[string][number],
): FuzzRequest {
  const sent: Body =
    form !== undefined
      ? formRequest(form)
      : body === undefined
        ? { headers: {}, payload: undefined }
        : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) };
  return {
    name,
    role,
    url: fillPath(path, params) + (query === undefined ? '' : `?${new URLSearchParams(query)}`),
    isWhole: true,
    headers: { ...sent.headers, ...headers },
    payload: sent.payload,
  };
}

/** Requests of one call: its own address, fields and types, and what may go wrong with each. */
export function requestsOf(name: string, endpoint: Endpoint, fixture: FuzzValues): fc.Arbitrary<FuzzRequest> {
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const none = fc.constant<Body>({ headers: {}, payload: undefined });
  const body = endpoint.path.startsWith('/api/uploads')
    ? tusBody(endpoint.method)
    : !hasBody
      ? none
      : endpoint.multipart
        ? formBody(endpoint, fixture)
        : jsonBody(name, endpoint, fixture);
  const tail = fc.oneof(
    { weight: 12, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('/', '%zz', '%00', '//', '/..', '/%2e%2e', ';x', '?', '#x', '/é'),
    },
  );
  const rows = (fixture.rows?.[name] ?? []).map((row) => wholeRequest(name, endpoint, row));
  const drawn = fc
    .record({
      role: fc.oneof(fc.constantFrom(...roles), fc.constantFrom(...mayCall(endpoint))),
      params: fc.record(fields(name, endpoint.params, fixture)),
      query: fc.record(fields(name, endpoint.query, fixture)),
      tail,
      body,
      more: moreHeaders,
    })
    .map(({ role, params, query, tail: end, body: sent, more }) => {
      const texts = Object.fromEntries(
        Object.entries(params).map(([key, value]) => [
          key,
          value === me ? fixture.own[role] : textOf(value ?? ''),
        ]),
      );
      const asked = asQuery(query);
      const path = fillPath(endpoint.path, texts);
      const isOwn = path === endpoint.path || !plainPaths.has(path);
      return {
        name,
        role,
        url: path + end + (asked === '' ? '' : `?${asked}`),
        isWhole:
          isOwn && end === '' && Object.values(texts).every((text) => text !== '' && !/^\.{1,2}$/.test(text)),
        headers: { ...sent.headers, ...more },
        payload:
          typeof sent.payload === 'string' ? sent.payload.replaceAll(me, fixture.own[role]) : sent.payload,
      };
    });
  return rows.length === 0
    ? drawn
    : fc.oneof({ weight: 2, arbitrary: drawn }, { weight: 1, arbitrary: fc.constantFrom(...rows) });
}
