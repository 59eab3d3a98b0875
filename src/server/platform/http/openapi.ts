import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { standardNames } from '#contract/wire/standard-names';
import { bytes, errorBody, events, nothing, type AnswerSchema, type Endpoint } from '#contract/wire/endpoint';
import { errorCodes } from '#contract/wire/error-codes';
import { limits } from '#contract/limits';
import { commit, version } from '../version.ts';

type Json = Record<string, unknown>;
type Schema = Json & { properties?: Record<string, Schema>; required?: string[] };

const closed = 'additionalProperties';

/** Schemas of several calls, by the name that a generated client gives them. */
export type SharedSchemas = Readonly<Record<string, z.ZodType>>;

const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const codes = Object.entries(errorCodes)
  .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
  .join('\n');

const description = `The calls of the student portal.

Screens and programs use the same calls. A person logs in and sends the cookie. A program sends \`Authorization: Bearer capstone_…\`, an access token that staff create under **Your account**. It opens the calls that name one of its scopes. A request with \`Authorization\` ignores cookies.

Operation ids, paths, methods, names and types of fields, statuses and the meaning of error codes stay in every 1.x version. Later versions add calls, optional parameters, fields of answers, values of \`enum\`, error codes and media types: ignore what you do not know. Messages are for people and change. A call is marked \`deprecated\` one version before it is removed.

Times are ISO 8601 in UTC, days are \`YYYY-MM-DD\` in the academy's zone. A POST, PUT or DELETE that takes \`Idempotency-Key\` can be repeated with the same key. Beyond a limit the answer is 429 with \`Retry-After\` in seconds.

Every refusal has \`message\`, \`code\` and \`request_id\`:

${codes}`;

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'capstone',
    description: 'Of a login. Behind https its name begins with `__Host-`.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'capstone_ and 49 letters and digits',
    description: 'An access token of staff for programs, with the scopes that its requirement names.',
  },
};

/** Says beside each internal name what the field calls it. */
function withStandardNames(schema: Schema): Schema {
  const { properties } = schema;
  const named = Object.entries(properties ?? {}).map(([name, one]) => {
    const standard = standardNames[name];
    return [name, standard === undefined ? one : { 'x-standard-name': standard, ...one }];
  });
  return properties === undefined ? schema : { ...schema, properties: Object.fromEntries(named) };
}

/** JSON Schema with references to the shared ones, which it collects. */
function makeDescriber(shared: SharedSchemas) {
  const names = new Map(Object.entries(shared).map(([name, schema]) => [schema, name]));
  const schemas: Record<string, Schema> = {};
  const metadata = {
    get: (schema: z.ZodType) => {
      const id = names.get(schema);
      return { ...z.globalRegistry.get(schema), ...(id !== undefined && { id }) };
    },
    has: () => true,
  } as unknown as typeof z.globalRegistry;

  const rewritten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewritten);
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value)
      // The name of a shared one; and later versions add fields to what exists.
      .filter(
        ([key, one]) => !(key === 'id' && typeof one === 'string') && !(key === closed && one === false),
      )
      .map(([key, one]) => [
        key,
        key === '$ref' ? String(one).replace('#/$defs/', '#/components/schemas/') : rewritten(one),
      ]);
    return withStandardNames(Object.fromEntries(entries));
  };
  const described = new Map<string, Map<z.ZodType, Schema>>();

  function describe(schema: z.ZodType, io: 'input' | 'output', isShared = true): Schema {
    const way = `${io} ${isShared}`;
    const known = described.get(way) ?? new Map<z.ZodType, Schema>();
    described.set(way, known);
    let found = known.get(schema);
    if (found === undefined) known.set(schema, (found = make(schema, io, isShared)));
    return found;
  }

  function make(schema: z.ZodType, io: 'input' | 'output', isShared: boolean): Schema {
    const options = { io, target: 'draft-2020-12', unrepresentable: 'any' } as const;
    // Within another one, so that it may be a reference itself.
    const whole = z.toJSONSchema(z.object({ it: schema }), {
      ...options,
      metadata: isShared ? metadata : z.globalRegistry,
    });
    for (const [name, one] of Object.entries(whole.$defs ?? {})) schemas[name] = rewritten(one) as Schema;
    return rewritten(whole.properties?.['it']) as Schema;
  }
  return { schemas, describe };
}

type Describe = ReturnType<typeof makeDescriber>['describe'];

const mediaOf = ({ media }: Endpoint): readonly string[] => [media ?? 'application/octet-stream'].flat();

function contentOf(endpoint: Endpoint, schema: AnswerSchema, describe: Describe): Json {
  if (schema === nothing) return {};
  if (schema === events) return { 'text/event-stream': { schema: { type: 'string' } } };
  if (schema !== bytes) return { 'application/json': { schema: describe(schema, 'output') } };
  const file = { schema: { type: 'string', format: 'binary' } };
  return Object.fromEntries(mediaOf(endpoint).map((media) => [media, file]));
}

const seconds = { description: 'Seconds until a new try', schema: { type: 'integer' } };
const scheme = { description: 'Of a refused access token', schema: { type: 'string' } };
const headersOf: Readonly<Record<string, Json>> = {
  401: { 'WWW-Authenticate': scheme },
  429: { 'Retry-After': seconds },
  503: { 'Retry-After': seconds },
};

/** Refusals without further members, one for each status. */
function refusalsOf(calls: Iterable<Endpoint>, describe: Describe): Json {
  const statuses = new Set<string>();
  for (const { answers } of calls)
    for (const [status, schema] of Object.entries(answers)) if (schema === errorBody) statuses.add(status);
  const content = { 'application/json': { schema: describe(errorBody, 'output') } };
  return Object.fromEntries(
    [...statuses].toSorted().map((status) => {
      const headers = headersOf[status];
      const words = STATUS_CODES[Number(status)] ?? '';
      return [`Refusal${status}`, { description: words, ...(headers !== undefined && { headers }), content }];
    }),
  );
}

function responsesOf(endpoint: Endpoint, describe: Describe): Json {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, schema]) => {
      if (schema === errorBody) return [status, { $ref: `#/components/responses/Refusal${status}` }];
      const content = contentOf(endpoint, schema, describe);
      const headers = headersOf[status];
      return [
        status,
        {
          description: STATUS_CODES[Number(status)] ?? '',
          ...(headers !== undefined && { headers }),
          ...(Object.keys(content).length > 0 && { content }),
        },
      ];
    }),
  );
}

function parametersOf({ params, query, takesIdempotencyKey, prefersMinimal }: Endpoint, describe: Describe) {
  const parameters: Json[] = [];
  for (const [place, schema] of [
    ['path', params],
    ['query', query],
  ] as const) {
    if (schema === undefined) continue;
    // As it arrives what is required; as it is read of which type.
    const { required = [] } = describe(schema, 'input', false);
    const { properties = {} } = describe(schema, 'output', false);
    for (const name of Object.keys(schema.shape)) {
      const { 'x-standard-name': standard, ...one } = properties[name] ?? {};
      parameters.push({
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(standard !== undefined && { 'x-standard-name': standard }),
        schema: one,
      });
    }
  }
  if (takesIdempotencyKey) {
    const schema = { type: 'string', minLength: 1, maxLength: limits.idempotencyKey };
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema });
  }
  if (prefersMinimal)
    parameters.push({
      name: 'Prefer',
      in: 'header',
      required: false,
      schema: { type: 'string', examples: ['return=minimal'] },
    });
  return parameters;
}

function securityOf({ needsLogin, scope }: Endpoint): Json[] {
  if (needsLogin !== true) return [];
  return [{ session: [] }, ...(scope === undefined ? [] : [{ token: [scope] }])];
}

function operationOf(operationId: string, endpoint: Endpoint, describe: Describe): Json {
  const { path, summary, body, multipart } = endpoint;
  const media = multipart === true ? 'multipart/form-data' : 'application/json';
  const schema = body === undefined ? null : describe(body, 'input', false);
  return {
    operationId,
    summary,
    tags: [path.split('/')[2] ?? 'api'],
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, describe),
    ...(schema !== null && { requestBody: { required: true, content: { [media]: { schema } } } }),
    responses: responsesOf(endpoint, describe),
  };
}

/**
 * OpenAPI 3.1 of the contract.
 * @param calls by their operation id
 */
export function openApiOf(
  calls: Readonly<Record<string, Endpoint>>,
  shared: SharedSchemas,
  publicUrl: URL | null,
): Json {
  const { schemas, describe } = makeDescriber(shared);
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(calls)) {
    const path = openApiPath(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, describe) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Capstone',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
      'x-commit': commit,
    },
    servers: [{ url: publicUrl?.origin ?? '/' }],
    paths,
    components: { schemas, responses: refusalsOf(Object.values(calls), describe), securitySchemes },
  };
}
