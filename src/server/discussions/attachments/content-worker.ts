import { HttpError } from '../../platform/http/http-errors.ts';
import { readContent, type AttachmentContent } from './read-content.ts';

export type Job = { name: string; bytes: Uint8Array };
/** Errors lose their class between threads: a refusal comes as what makes one. */
export type Done = { content: AttachmentContent } | { refusal: ConstructorParameters<typeof HttpError> };

/** The thread's task: what of a file is kept. */
export default function work({ name, bytes }: Job): Done {
  try {
    return { content: readContent(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { refusal: [error.status, error.code, error.message] };
  }
}
