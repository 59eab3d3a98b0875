import { readFileSync } from 'node:fs';
import { HttpError } from '../../platform/http/http-errors.ts';
import { readContent, type AttachmentContent } from './read-content.ts';

/** A file's name, and where its bytes lie. */
export type Job = { name: string; path: string };
/** Errors lose their class between threads: a refusal comes as what makes one. */
export type Done = { content: AttachmentContent } | { refusal: ConstructorParameters<typeof HttpError> };

/** The thread's task: what of a file is kept. */
export default function work({ name, path }: Job): Done {
  try {
    return { content: readContent(name, readFileSync(path)) };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { refusal: [error.status, error.code, error.message] };
  }
}
