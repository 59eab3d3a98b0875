/** A multipart form's parts: a part is a text, or a file with a name. */
export type FormParts = readonly (readonly [
  name: string,
  value: string | { name: string; bytes: Buffer | string; type?: string },
])[];

/** The bytes of a multipart body, parts in the given order. */
export function encodeForm(parts: FormParts): { body: Buffer; headers: { 'content-type': string } } {
  const boundary = 'capstone-test-boundary';
  const chunks: Buffer[] = [];
  for (const [name, value] of parts) {
    if (typeof value === 'string') {
      chunks.push(
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
      );
    } else {
      const type = value.type ?? 'application/octet-stream';
      chunks.push(
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${value.name}"\r\nContent-Type: ${type}\r\n\r\n`,
        ),
        Buffer.from(value.bytes),
        Buffer.from('\r\n'),
      );
    }
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    body: Buffer.concat(chunks),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
