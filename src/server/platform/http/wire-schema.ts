import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';
import { bytes, nothing, type AnswerSchema } from '#contract/endpoint';

type JsonSchema = Record<string, unknown>;

/** Rewrites `anyOf [X, null]` as a nullable X, so that the serializer needs no validation to choose a branch. */
function foldNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(foldNullable);
  if (node === null || typeof node !== 'object') return node;
  const schema = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, foldNullable(value)]),
  ) as JsonSchema;
  if (Array.isArray(schema.anyOf) && schema.anyOf.length === 2) {
    const [first, second] = schema.anyOf as [JsonSchema, JsonSchema];
    if (second.type === 'null') {
      const { anyOf: _, ...rest } = schema;
      return { ...rest, ...first, nullable: true };
    }
  }
  return schema;
}

/** A zod schema as JSON Schema, as input (bodies) or output (answers). */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** What a route names as the schema of an answer; the contract's schema stands behind it. */
type AnswerName = Record<string, never>;
/** Most answers are the same few errors: each schema has one name, and one serializer. */
const names = new WeakMap<z.ZodType, AnswerName>();
const schemas = new WeakMap<object, z.ZodType>();
const serializers = new WeakMap<object, (answer: unknown) => string>();

/**
 * Names the schema of a response for its route: an empty object, which {@link compileSerializer} knows. The JSON Schema, and
 * the serializer that is made from it, cost 40 KB of memory each, and most of some 200 calls are never made of a process.
 */
export function answerSchema(schema: AnswerSchema): AnswerName | undefined {
  if (schema === nothing || schema === bytes) return undefined;
  let name = names.get(schema);
  if (name === undefined) {
    name = {};
    names.set(schema, name);
    schemas.set(name, schema);
  }
  return name;
}

function serializerOf(name: object): (answer: unknown) => string {
  const schema = schemas.get(name);
  if (schema === undefined) throw new Error('A route names its answers by answerSchema');
  const json = foldNullable(jsonSchema(schema, 'output')) as Parameters<typeof fastJsonStringify>[0];
  return fastJsonStringify(json);
}

/**
 * Fastify's serializer compiler: a serializer is compiled at the first answer, once for all routes that answer by its schema;
 * fields that the schema does not name are not sent.
 */
export function compileSerializer({ schema }: { schema: object }): (answer: unknown) => string {
  return (answer) => {
    let serializer = serializers.get(schema);
    if (serializer === undefined) {
      serializer = serializerOf(schema);
      serializers.set(schema, serializer);
    }
    return serializer(answer);
  };
}
