import { randomUUID } from 'node:crypto';

/** A form as a browser sends it: text fields, then the file. */
export function makeForm(
  fields: Readonly<Record<string, string>>,
  file: { name: string; bytes: Buffer<ArrayBuffer> } | null,
): { type: string; body: Buffer } {
  const boundary = `form-${randomUUID()}`;
  const head = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`${head(`name="${name}"`)}${value}\r\n`),
  );
  if (file !== null) {
    parts.push(Buffer.from(head(`name="files"; filename="${file.name}"`)), file.bytes, Buffer.from('\r\n'));
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
