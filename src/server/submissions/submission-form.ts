import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/limits';
import { FileTooLarge, SourceFailed, type FileStore, type StagedFile } from '../platform/files/file-store.ts';
import { idempotencyKeyName } from '../platform/database/make-once.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import { cleanFileName } from '../platform/files/file-name.ts';

/** Bytes for texts and boundaries. */
const formOverhead = 2 * 1024 * 1024;

const declarationFields = ['declaration', 'declared', 'ai_use', 'ai_text'] as const;

export type ReceivedFile = { name: string; staged: StagedFile };
export type ReceivedForm = {
  links: string;
  comments: string;
  file: ReceivedFile | null;
  /** A resumable upload in place of `file`. */
  upload: string | null;
  /** As sent; empty where absent. */
  declaration: Record<(typeof declarationFields)[number], string>;
};

/** In steps, so that checks can refuse before the file is read. */
export type SubmissionForm = {
  /** If the first field, else null. Refuses nothing. */
  readKey(): Promise<string | null>;
  /** '' without a week. @throws 400, 413 */
  readWeek(): Promise<string>;
  /** @throws 400, 413 */
  readRest(): Promise<ReceivedForm>;
  /** Without refusing, to show the form again. */
  readTexts(): Promise<Record<string, string>>;
  /** Pending reads fail with it; the arriving file is discarded. */
  abort(error: HttpError): void;
  close(): Promise<void>;
};

declare module 'fastify' {
  interface FastifyRequest {
    submissionForm?: Pick<SubmissionForm, 'readTexts'>;
  }
}

const unreadable = (cause: unknown): HttpError =>
  Object.assign(httpErrors.badRequest('The form could not be read. Please try again.'), { cause });

export function fileTooLarge(maxBytes: number): HttpError {
  return httpErrors.tooLarge(`A file can have at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
}

/**
 * In any order, with the file staged. Refusals wait for the end, since the field that counts first may be
 * last.
 * @param rules.maxBytes of the file
 * @param rules.hasWeek has `selectedWeek`
 */
export function openSubmissionForm(
  request: FastifyRequest,
  { files, maxBytes, hasWeek }: { files: FileStore; maxBytes: number; hasWeek: boolean },
): SubmissionForm {
  const fields = new Set<string>(['links', 'comments', 'files', 'upload', ...declarationFields]);
  if (hasWeek) fields.add('selectedWeek');
  const texts = new Map<string, string>();
  let parts: AsyncIterator<Multipart> | undefined;
  let held: Promise<IteratorResult<Multipart>> | undefined;
  let keepsFiles = true;
  let week: string | undefined;
  let file: ReceivedFile | null = null;
  let hasEmptyFile = false;
  /** First of each kind; 413 before 400. */
  const refused: { tooLarge?: HttpError; other?: HttpError } = {};
  const refuse = (error: HttpError): void =>
    void (refused[error.status === 413 ? 'tooLarge' : 'other'] ??= error);

  // Dropped parts are read, so the whole form is bounded.
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  let abortedWith: HttpError | null = null;
  let arriving: MultipartFile['file'] | null = null;
  let received = 0;
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received > maxBytes + formOverhead) ended.reject(fileTooLarge(maxBytes));
  };

  function startParser(): AsyncIterator<Multipart> {
    request.raw.on('data', count);
    return request.parts({
      preservePath: true,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      // Up to three UTF-8 bytes per unit.
      limits: {
        fields: 20,
        files: 20,
        parts: 40,
        fieldSize: 3 * limits.submissionText,
        fileSize: Infinity,
        headerPairs: 50,
      },
    });
  }

  function takeText(part: MultipartValue): void {
    const { fieldname, value } = part;
    // A page shows every text again.
    if (keepsFiles && !fields.has(fieldname)) return;
    if (fieldname === 'selectedWeek') week ??= String(value);
    const isRepeated = texts.has(fieldname);
    // Refused text is kept for shortening.
    if (fieldname !== 'files' && !isRepeated) texts.set(fieldname, String(value));
    const error = findTextError(part);
    if (error !== null) refuse(error);
    else if (isRepeated) refuse(httpErrors.badRequest(`${fieldname} was given twice`));
  }

  async function takeFile(part: MultipartFile): Promise<void> {
    // Browsers send an empty name for no file.
    if (!keepsFiles || part.fieldname !== 'files' || part.filename === '') return void part.file.resume();
    if (file !== null) {
      refuse(httpErrors.badRequest('Please submit one file only.'));
      return void part.file.resume();
    }
    try {
      arriving = part.file;
      const staged = await files.stage(part.file, maxBytes);
      if (staged.bytes > 0) file = { name: cleanFileName(part.filename), staged };
      else {
        await staged.discard();
        hasEmptyFile = true;
      }
    } catch (error) {
      if (error instanceof SourceFailed) throw abortedWith ?? unreadable(error.cause);
      if (!(error instanceof FileTooLarge)) throw error;
      refuse(fileTooLarge(maxBytes));
      part.file.resume();
    } finally {
      arriving = null;
    }
  }

  function nextPart(): Promise<IteratorResult<Multipart>> {
    parts ??= startParser();
    const next = parts.next().catch((cause: unknown) => {
      throw unreadable(cause);
    });
    return Promise.race([next, ended.promise]);
  }

  /** @returns whether there was another part */
  async function readPart(): Promise<boolean> {
    const next = held ?? nextPart();
    held = undefined;
    const { done, value: part } = await next;
    if (done === true) return false;
    if (part.type === 'file') await takeFile(part);
    else takeText(part);
    return true;
  }

  const form: SubmissionForm = {
    async readKey() {
      held = nextPart();
      // It is refused where its parts are read.
      const part = await held.then(({ value }) => value as Multipart | undefined).catch(() => undefined);
      if (part?.type !== 'field' || part.fieldname !== idempotencyKeyName) return null;
      held = undefined;
      return String(part.value);
    },
    async readWeek() {
      for (;;) if (week !== undefined || !(await readPart())) return week ?? '';
    },
    async readRest() {
      do {
        if (refused.tooLarge !== undefined) throw refused.tooLarge;
      } while (await readPart());
      if (refused.other !== undefined) throw refused.other;
      if (hasEmptyFile) throw httpErrors.badRequest('The file is empty. Please choose another one.');
      const upload = texts.get('upload') || null;
      if (upload !== null && file !== null)
        throw httpErrors.badRequest('Send the file either as files or as upload, not both.');
      const declaration = Object.fromEntries(
        declarationFields.map((name) => [name, texts.get(name) ?? '']),
      ) as ReceivedForm['declaration'];
      return {
        links: texts.get('links') ?? '',
        comments: texts.get('comments') ?? '',
        file,
        upload,
        declaration,
      };
    },
    async readTexts() {
      keepsFiles = false;
      try {
        while (await readPart());
      } catch {
        // Keeps what came before an error.
      }
      return Object.fromEntries(texts);
    },
    abort(error) {
      abortedWith = error;
      ended.reject(error);
      arriving?.destroy(error);
    },
    async close() {
      await file?.staged.discard();
    },
  };
  request.submissionForm = form;
  return form;
}

/** 413 or 400, null if valid. */
export function findTextError({ fieldname, value, valueTruncated }: MultipartValue): HttpError | null {
  if (typeof value !== 'string') return httpErrors.badRequest(`${fieldname} must be a text`);
  if (valueTruncated || value.length > limits.submissionText) {
    const max = limits.submissionText.toLocaleString('en');
    return httpErrors.tooLarge(`${fieldname} can have at most ${max} characters`);
  }
  if (value.includes('\0')) return httpErrors.badRequest('Text must not contain NUL characters.');
  if (fieldname === 'files' && value !== '') return httpErrors.badRequest('files must be a file');
  return null;
}
