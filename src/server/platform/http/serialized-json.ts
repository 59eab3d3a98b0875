import { limits } from '#contract/limits';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { bytes, events, nothing, type Endpoint } from '#contract/wire/endpoint';

/** A body serialized before, such as a cached one. */
export class SerializedJson<Shape> {
  declare readonly shape?: Shape;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const around = 64;

/** As many as fit into a page's bytes, at least one; the last of a shortened page has `more`. */
export function writePage<Row, Item extends { more?: true | undefined }>(
  newestFirst: readonly Row[],
  present: (row: Row) => Item,
): SerializedJson<Item[]> {
  const written: string[] = [];
  let bytes = around;
  for (const row of newestFirst) {
    const json = JSON.stringify(present(row));
    bytes += Buffer.byteLength(json) + 1;
    const before = written.at(-1);
    if (before !== undefined && bytes > limits.pageBytes) {
      written[written.length - 1] = `${before.slice(0, -1)},"more":true}`;
      break;
    }
    written.push(json);
  }
  return new SerializedJson(`[${written.join(',')}]`);
}

type JsonSchema = Record<string, unknown>;

export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  target: 'draft-2020-12' | 'openapi-3.0' = 'draft-2020-12',
): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target, unrepresentable: 'any' });
  return rest;
}

type Serializer = (answer: unknown) => string;
/** Most answers are the same few errors. */
const serializers = new WeakMap<z.ZodType, Serializer>();

/** Made on first use: each costs 40 KB, and a process uses few of some 200 calls. */
function lazySerializer(schema: z.ZodType): Serializer {
  let serializer: Serializer | undefined;
  return (answer) => {
    // OpenAPI's `nullable` needs no validation.
    serializer ??= fastJsonStringify(jsonSchema(schema, 'output', 'openapi-3.0'));
    return serializer(answer);
  };
}

/** Drops undeclared fields. @returns undefined for an answer that is no JSON, and for a status that is not declared */
export function serializerOf(answers: Endpoint['answers'], status: number): Serializer | undefined {
  const schema = answers[status];
  if (schema === undefined || schema === nothing || schema === bytes || schema === events) return undefined;
  let serializer = serializers.get(schema);
  if (serializer === undefined) {
    serializer = lazySerializer(schema);
    serializers.set(schema, serializer);
  }
  return serializer;
}

export const sendJson = (reply: FastifyReply, serialize: Serializer, answer: unknown): FastifyReply =>
  reply.type('application/json; charset=utf-8').serializer(serialize).send(answer);
