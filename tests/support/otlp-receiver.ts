import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  /** '' for a span without a parent. */
  parentId: string;
  name: string;
  attributes: Record<string, string | number>;
};

type Fields = Map<number, (Buffer | bigint)[]>;

/** The fields of a message in Protocol Buffers' wire format, by number. */
function fieldsOf(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    let value: Buffer | bigint;
    if ((tag & 7) === 0) value = varint();
    else {
      const length = (tag & 7) === 2 ? Number(varint()) : (tag & 7) === 1 ? 8 : 4;
      value = message.subarray(at, (at += length));
    }
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, number: number) => (fields.get(number) ?? []) as Buffer[];
const text = (fields: Fields, number: number) => messages(fields, number)[0]?.toString() ?? '';
const hex = (fields: Fields, number: number) => messages(fields, number)[0]?.toString('hex') ?? '';

function attributesOf(fields: Fields, number: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(fields, number).map((pair) => {
      const attribute = fieldsOf(pair);
      const value = fieldsOf(messages(attribute, 2)[0] as Buffer);
      return [text(attribute, 1), value.has(1) ? text(value, 1) : Number(value.get(3)?.[0] ?? NaN)];
    }),
  );
}

/** A collector on loopback that takes traces by OTLP over HTTP, as Protocol Buffers. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, string | number>[] = [];
  /** All bytes that came, as text. */
  let bytes = '';
  const server = createServer((request, response) => {
    void buffer(request).then((sent) => {
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      bytes += body.toString('latin1');
      for (const resource of messages(fieldsOf(body), 1)) {
        const fields = fieldsOf(resource);
        for (const one of messages(fields, 1)) resources.push(attributesOf(fieldsOf(one), 1));
        for (const scope of messages(fields, 2)) {
          for (const span of messages(fieldsOf(scope), 2)) {
            const of = fieldsOf(span);
            spans.push({
              traceId: hex(of, 1),
              spanId: hex(of, 2),
              parentId: hex(of, 4),
              name: text(of, 5),
              attributes: attributesOf(of, 9),
            });
          }
        }
      }
      return response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    bytes: () => bytes,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
