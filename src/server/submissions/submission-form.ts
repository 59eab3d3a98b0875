import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/limits';
import { FileTooLarge, SourceFailed, type FileStore, type StagedFile } from '../platform/files/file-store.ts';
import { idempotencyKeyName } from '../platform/http/idempotency-key.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import { cleanFileName } from '../platform/files/file-name.ts';
import { findTextError } from './form-text.ts';

/** What a form may hold besides the file, in bytes: its texts and its boundaries. */
const formOverhead = 2 * 1024 * 1024;

export type ReceivedFile = { name: string; staged: StagedFile };
export type ReceivedForm = {
  links: string;
  comments: string;
  file: ReceivedFile | null;
  /** The resumable upload that brings the file in place of the form itself. */
  upload: string | null;
};

/** A form that is read step by step, so that refusals which go before the file's are told first. */
export type SubmissionForm = {
  /** Reads the form's first field, if that is the Idempotency-Key; null for any other. Nothing is refused here. */
  readKey(): Promise<string | null>;
  /** Reads as far as the week, wherever it stands; '' when the form has none. @throws 400, 413 */
  readWeek(): Promise<string>;
  /** Reads the rest. @throws 400, 413 */
  readRest(): Promise<ReceivedForm>;
  /** Reads what has not been read yet for its texts alone, to show a refused form with them again. Refuses nothing. */
  readTexts(): Promise<Record<string, string>>;
  /** Ends a form that is still being read: whoever reads it gets the error, and of its file nothing stays. */
  abort(error: HttpError): void;
  /** Discards the staged file unless it was kept. */
  close(): Promise<void>;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The form of a hand-in, once its reading has begun. */
    submissionForm?: SubmissionForm;
  }
}

const unreadable = (cause: unknown): HttpError =>
  Object.assign(httpErrors.badRequest('The form could not be read. Please try again.'), { cause });

/** Refuses a file over the limit, in words that name it. */
export function fileTooLarge(maxBytes: number): HttpError {
  return httpErrors.tooLarge(`A file can have at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
}

/**
 * Reads a submission's multipart form, its fields in any order: the file goes straight to staging and never through
 * memory as a whole. Refusals that the form itself earns are told at its end, since a field that counts first may
 * come last; unknown fields are dropped. Nothing is read before the first call.
 * The request keeps the form, for the page that is shown again when it is refused.
 * @param rules.maxBytes the largest file
 * @param rules.hasWeek whether the form has the field `selectedWeek`
 */
export function openSubmissionForm(
  request: FastifyRequest,
  { files, maxBytes, hasWeek }: { files: FileStore; maxBytes: number; hasWeek: boolean },
): SubmissionForm {
  const fields = new Set(['links', 'comments', 'files', 'upload', ...(hasWeek ? ['selectedWeek'] : [])]);
  const texts = new Map<string, string>();
  let parts: AsyncIterator<Multipart> | undefined;
  /** A part that was looked at, but not taken yet. */
  let held: Promise<IteratorResult<Multipart>> | undefined;
  let keepsFiles = true;
  let week: string | undefined;
  let file: ReceivedFile | null = null;
  let hasEmptyFile = false;
  /** The first refusal of each kind; 413 goes before 400. */
  const refused: { tooLarge?: HttpError; other?: HttpError } = {};
  const refuse = (error: HttpError): void =>
    void (refused[error.status === 413 ? 'tooLarge' : 'other'] ??= error);

  // The parser reads a dropped part to its end, however long that is: the form as a whole has an end too.
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
      // Three bytes hold any character that JavaScript counts as one.
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
    if (!fields.has(fieldname)) return;
    if (fieldname === 'selectedWeek') week ??= String(value);
    const isRepeated = texts.has(fieldname);
    // What is refused is kept too: whoever typed it may shorten it.
    if (fieldname !== 'files' && !isRepeated) texts.set(fieldname, String(value));
    const error = findTextError(part);
    if (error !== null) refuse(error);
    else if (isRepeated) refuse(httpErrors.badRequest(`${fieldname} was given twice`));
  }

  async function takeFile(part: MultipartFile): Promise<void> {
    // Browsers send a part with an empty name for a file that nobody chose.
    if (!keepsFiles || part.fieldname !== 'files' || part.filename === '') return void part.file.resume();
    if (file !== null) {
      refuse(httpErrors.badRequest('Please hand in one file only.'));
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

  /** @returns whether there was one more part */
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
      // An unreadable form is refused where its parts are taken.
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
        throw httpErrors.badRequest('Please send the file as files or as upload, not as both.');
      return { links: texts.get('links') ?? '', comments: texts.get('comments') ?? '', file, upload };
    },
    async readTexts() {
      keepsFiles = false;
      try {
        while (await readPart());
      } catch {
        // Unreadable or too long: what came before is all there is.
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
