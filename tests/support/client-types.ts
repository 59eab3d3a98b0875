type Json = Record<string, any>;

/** The types of a client, as generators make them of OpenAPI 3.1: without a part of it that is not known here it throws. */
export function clientTypes({ paths, components }: Json): string {
  const typeOf = (schema: Json): string => {
    if (schema['$ref'] !== undefined) return `Schemas[${JSON.stringify(schema['$ref'].split('/').at(-1))}]`;
    const choices = schema['anyOf'] ?? schema['oneOf'];
    if (choices !== undefined) return choices.map(typeOf).join(' | ');
    if (schema['allOf'] !== undefined) return schema['allOf'].map(typeOf).join(' & ');
    if ('const' in schema) return JSON.stringify(schema['const']);
    if (schema['enum'] !== undefined)
      return schema['enum'].map((one: unknown) => JSON.stringify(one)).join(' | ');
    if (Array.isArray(schema['type']))
      return schema['type'].map((type: string) => typeOf({ ...schema, type })).join(' | ');
    switch (schema['type']) {
      case 'object':
        return objectOf(schema);
      case 'array':
        return schema['items'] === undefined ? 'unknown[]' : `(${typeOf(schema['items'])})[]`;
      case 'string':
        return schema['format'] === 'binary' ? 'Blob' : 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
      case 'null':
        return schema['type'];
      case undefined:
        return 'unknown';
      default:
        throw new Error(`No such type: ${JSON.stringify(schema)}`);
    }
  };

  function objectOf({ properties = {}, required = [], additionalProperties }: Json): string {
    const own = Object.entries<Json>(properties).map(
      ([name, one]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(one)}`,
    );
    const others =
      typeof additionalProperties === 'object' ? [`[name: string]: ${typeOf(additionalProperties)}`] : [];
    return `{ ${[...own, ...others].join('; ')} }`;
  }

  const fieldsOf = (parameters: Json[], place: string): string =>
    objectOf({
      properties: Object.fromEntries(
        parameters.filter((one) => one['in'] === place).map((one) => [one['name'], one['schema']]),
      ),
      required: parameters.filter((one) => one['in'] === place && one['required']).map((one) => one['name']),
    });

  const successOf = (responses: Json): string => {
    const bodies = Object.entries<Json>(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content }]) => Object.values<Json>(content ?? {}).map(({ schema }) => typeOf(schema)));
    return bodies.length === 0 ? 'undefined' : [...new Set(bodies)].join(' | ');
  };

  const operations = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, { operationId, parameters, requestBody, responses }]) => {
      const body = Object.values<Json>(requestBody?.content ?? {})[0]?.['schema'];
      return `  ${operationId}: { method: '${method}'; path: '${path}'; params: ${fieldsOf(parameters, 'path')}; query: ${fieldsOf(parameters, 'query')}; body: ${body === undefined ? 'undefined' : typeOf(body)}; answer: ${successOf(responses)} };`;
    }),
  );
  const schemas = Object.entries<Json>(components.schemas).map(
    ([name, schema]) => `  ${name}: ${typeOf(schema)};`,
  );
  return [
    'export interface Schemas {',
    ...schemas,
    '}',
    'export interface Operations {',
    ...operations,
    '}',
    '',
  ].join('\n');
}
