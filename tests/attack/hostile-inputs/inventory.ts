import { z } from 'zod';
import type { Endpoint } from '#contract/wire/endpoint';
import { endpoints } from '#contract/wire/endpoints';

export type Schema = {
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
};

export type Part = 'params' | 'query' | 'body';
/** A text, list or file that somebody may send. */
export type Input = {
  call: string;
  part: Part;
  /** Names and `0` for the first of a list. */
  path: string[];
  kind: 'text' | 'list' | 'file';
  /** As the schema says it; other limits are found by trying. */
  most: number | undefined;
};

export const nameOf = ({ call, path }: Pick<Input, 'call' | 'path'>): string => [call, ...path].join('.');

export const schemaOf = (part: z.ZodType): Schema =>
  z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Schema;
const choices = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
const isText = ({ type, ...schema }: Schema): boolean =>
  schema.enum === undefined &&
  schema.const === undefined &&
  (type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string')));

/** @param of `call` is the file for what is imported */
export function inputsIn(of: Pick<Input, 'call' | 'part'>, path: string[], schema: Schema): Input[] {
  if (choices(schema).length > 0) return choices(schema).flatMap((one) => inputsIn(of, path, one));
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, one]) => inputsIn(of, [...path, name], one));
  if (typeof schema.additionalProperties === 'object')
    return inputsIn(of, [...path, 'any'], schema.additionalProperties);
  if (schema.type === 'array')
    return [
      { ...of, path, kind: 'list', most: schema.maxItems },
      ...(schema.items === undefined ? [] : inputsIn(of, [...path, '0'], schema.items)),
    ];
  if (schema.format === 'binary') return [];
  return isText(schema) ? [{ ...of, path, kind: 'text', most: schema.maxLength }] : [];
}

const parts = ['params', 'query', 'body'] as const;
const byName = Object.entries<Endpoint>(endpoints);

/** Every text, list and file of the contract, once each. */
export const allInputs: Input[] = byName.flatMap(([call, endpoint]) => {
  const found = parts.flatMap((part) => {
    const schema = endpoint[part];
    return schema === undefined ? [] : inputsIn({ call, part }, [], schemaOf(schema));
  });
  // The form's parser takes the file; most schemas do not name it.
  if (endpoint.multipart) found.push({ call, part: 'body', path: ['file'], kind: 'file', most: undefined });
  return [...new Map(found.map((input) => [`${input.kind} ${nameOf(input)}`, input])).values()];
});

/** The least that a schema asks for. */
export function sampleOf(schema: Schema, known: (name: string) => unknown, name = ''): unknown {
  const meant = known(name);
  if (meant !== undefined) return meant;
  const [first] = choices(schema);
  if (first !== undefined) return sampleOf(first, known, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.properties !== undefined)
    return Object.fromEntries(
      (schema.required ?? []).map((key) => [key, sampleOf(schema.properties?.[key] ?? {}, known, key)]),
    );
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 0;
  return 'x'.repeat(schema.minLength ?? 1);
}

export function samplePart(
  call: string,
  part: Part,
  known: (name: string) => unknown,
): Record<string, unknown> {
  const schema = (endpoints as Record<string, Endpoint>)[call]?.[part];
  return schema === undefined ? {} : (sampleOf(schemaOf(schema), known) as Record<string, unknown>);
}
