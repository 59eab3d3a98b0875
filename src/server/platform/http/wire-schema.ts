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

const noContent: JsonSchema = { type: 'null', description: 'No content' };
/** Most answers are the same few errors: each schema is made once, and its serializer too. */
const answerSchemas = new WeakMap<z.ZodType, JsonSchema>();
const serializers = new WeakMap<object, (answer: unknown) => string>();

/** The JSON Schema from which a response's serializer is compiled; fields that it does not name are not sent. */
export function answerSchema(schema: AnswerSchema): JsonSchema | undefined {
  if (schema === nothing) return noContent;
  if (schema === bytes) return undefined;
  let json = answerSchemas.get(schema);
  if (json === undefined) {
    json = foldNullable(jsonSchema(schema, 'output')) as JsonSchema;
    answerSchemas.set(schema, json);
  }
  return json;
}

/** Fastify's serializer compiler, which compiles a schema once for all routes that answer by it. */
export function compileSerializer({ schema }: { schema: object }): (answer: unknown) => string {
  let serializer = serializers.get(schema);
  if (serializer === undefined) {
    serializer = fastJsonStringify(schema as Parameters<typeof fastJsonStringify>[0]);
    serializers.set(schema, serializer);
  }
  return serializer;
}
