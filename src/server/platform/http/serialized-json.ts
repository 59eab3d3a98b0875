import { limits } from '#contract/limits';
import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';
import { bytes, events, nothing, type AnswerSchema } from '#contract/wire/endpoint';

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

type AnswerName = Record<string, never>;
type Serializer = (answer: unknown) => string;
/** Most answers are the same few errors. */
const names = new WeakMap<z.ZodType, AnswerName>();
const serializers = new WeakMap<object, Serializer>();

/** Made on first use: each costs 40 KB, and a process uses few of some 200 calls. */
function lazySerializer(schema: z.ZodType): Serializer {
  let serializer: Serializer | undefined;
  return (answer) => {
    // OpenAPI's `nullable` needs no validation.
    serializer ??= fastJsonStringify(jsonSchema(schema, 'output', 'openapi-3.0'));
    return serializer(answer);
  };
}

/** For {@link compileSerializer}. */
export function nameAnswer(schema: AnswerSchema): AnswerName | undefined {
  if (schema === nothing || schema === bytes || schema === events) return undefined;
  let name = names.get(schema);
  if (name === undefined) {
    name = {};
    names.set(schema, name);
    serializers.set(name, lazySerializer(schema));
  }
  return name;
}

/** Drops undeclared fields. */
export function compileSerializer({ schema }: { schema: object }): Serializer {
  const serializer = serializers.get(schema);
  if (serializer === undefined) throw new Error('A route names its answers by nameAnswer');
  return serializer;
}
