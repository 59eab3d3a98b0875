import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { AppContext } from '../platform/context.ts';
import { FileDamaged } from '../platform/files/file-store.ts';
import { reportLostFile } from '../platform/files/report-lost-file.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import { asAttachment } from '../platform/files/file-name.ts';
import type { ReadableFile } from './policy.ts';

/** Both ends are inclusive. */
type ByteRange = { start: number; end: number };

/**
 * One part (RFC 9110, section 14); others mean the whole file. (`range-parser` wrongly refuses a suffix
 * longer than the file.)
 * @param size in bytes
 * @returns null for the whole file
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** @throws 416; 500 `file_unavailable` when the bytes are lost */
export async function sendFile(
  context: AppContext,
  file: ReadableFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ status: 200 | 206; body: Readable }> {
  const { range, 'if-range': ifRange } = request.headers;
  const tag = `"${file.sha256}"`;
  const part = ifRange === undefined || ifRange === tag ? parseByteRange(range, file.bytes) : null;
  reply.header('Accept-Ranges', 'bytes');
  if (part === 'unsatisfiable') {
    reply.header('Content-Range', `bytes */${file.bytes}`);
    throw httpErrors.rangeNotSatisfiable(`The file has ${file.bytes} bytes.`);
  }
  let body: Readable;
  try {
    body = await context.files.read(file.sha256, file.bytes, part ?? undefined);
  } catch (error) {
    if (!(error instanceof FileDamaged)) throw error;
    const words = 'the bytes of a submitted file are lost';
    reportLostFile(context, file, { words, error, receipt: file.number });
    throw new HttpError(
      500,
      'file_unavailable',
      `This file cannot be read. Please tell the office this number: ${file.number}.`,
    );
  }
  reply.headers({
    'Content-Type': 'application/octet-stream',
    'Content-Length': part === null ? file.bytes : part.end - part.start + 1,
    'Content-Disposition': asAttachment(file.name),
    'Cache-Control': 'private, no-store',
    ETag: tag,
  });
  if (part === null) return { status: 200, body };
  reply.header('Content-Range', `bytes ${part.start}-${part.end}/${file.bytes}`);
  return { status: 206, body };
}
