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

/** The JSON Schema from which Fastify compiles a response's serializer; fields that it does not name are not sent. */
export function answerSchema(schema: AnswerSchema): JsonSchema | undefined {
  if (schema === nothing) return { type: 'null', description: 'No content' };
  if (schema === bytes) return undefined;
  return foldNullable(jsonSchema(schema, 'output')) as JsonSchema;
}
