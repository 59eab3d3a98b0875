import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limits } from '#contract/limits';
import { FileTooLarge, SourceFailed, type FileStore, type StagedFile } from '../platform/files/file-store.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import { cleanFileName } from './file-name.ts';

/** What a form may hold besides the file: its texts and its boundaries. */
const aroundFile = 2 * 1024 * 1024;

export type ReceivedFile = { name: string; staged: StagedFile };
export type ReceivedForm = {
  links: string;
  comments: string;
  file: ReceivedFile | null;
  /** The upload that brings the file in place of the form itself. */
  upload: string | null;
};

export type FormRules = {
  files: FileStore;
  /** The largest file, in bytes. */
  mostBytes: number;
  /**
   * Hears of a form's week before anything after it is read, so that refusals which go before the file's are told
   * first; an absent week is ''. Null for forms without a week.
   */
  settleWeek: ((value: string) => Promise<void>) | null;
};

const unreadable = (cause: unknown): HttpError =>
  Object.assign(httpErrors.badRequest('The form could not be read. Please try again.'), { cause });

/** Refuses a file over the limit, in words that name it. */
export function tooLarge(mostBytes: number): HttpError {
  return httpErrors.tooLarge(`A file can have at most ${Math.floor(mostBytes / 1024 / 1024)} MB.`);
}

/**
 * Reads a hand-in's multipart form, its fields in any order: the file goes straight to staging and never through
 * memory as a whole. Refusals that the form itself earns are told at its end, since a field that counts first may
 * come last; unknown fields are dropped.
 * @returns the texts and the staged file, which is the caller's to keep or discard
 * @throws a 400 or 413 problem, after which nothing stays behind
 */
export async function receiveForm(request: FastifyRequest, rules: FormRules): Promise<ReceivedForm> {
  const { raw } = request;
  const names = [
    'links',
    'comments',
    'files',
    'upload',
    ...(rules.settleWeek === null ? [] : ['selectedWeek']),
  ];
  const texts = new Map<string, string>();
  let isSettled = rules.settleWeek === null;
  let file: ReceivedFile | null = null;
  let hasEmptyFile = false;
  /** The first refusal of each kind; 413 goes before 400. */
  const refused: { large?: HttpError; other?: HttpError } = {};

  // The parser reads a dropped part to its end, however long that is: the form as a whole has an end too.
  const overflow = Promise.withResolvers<never>();
  overflow.promise.catch(() => {});
  let received = 0;
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received > rules.mostBytes + aroundFile) overflow.reject(tooLarge(rules.mostBytes));
  };

  async function takeText({ fieldname, value, valueTruncated }: MultipartValue): Promise<void> {
    if (!names.includes(fieldname)) return;
    if (typeof value !== 'string') refused.other ??= httpErrors.badRequest(`${fieldname} must be a text`);
    else if (valueTruncated || value.length > limits.handInText) {
      const most = limits.handInText.toLocaleString('en');
      refused.large ??= httpErrors.tooLarge(`${fieldname} can have at most ${most} characters`);
    } else if (value.includes('\0'))
      refused.other ??= httpErrors.badRequest('Text must not contain NUL characters.');
    else if (fieldname === 'files') {
      if (value !== '') refused.other ??= httpErrors.badRequest('files must be a file');
    } else if (texts.has(fieldname)) refused.other ??= httpErrors.badRequest(`${fieldname} was given twice`);
    else texts.set(fieldname, value);
    if (fieldname === 'selectedWeek' && !isSettled) {
      await rules.settleWeek?.(String(value));
      isSettled = true;
    }
  }

  async function takeFile(part: MultipartFile): Promise<void> {
    // Browsers send a part with an empty name for a file that nobody chose.
    if (part.fieldname !== 'files' || part.filename === '') return void part.file.resume();
    if (file !== null) {
      refused.other ??= httpErrors.badRequest('Please hand in one file only.');
      return void part.file.resume();
    }
    try {
      const staged = await rules.files.stage(part.file, rules.mostBytes);
      if (staged.bytes > 0) file = { name: cleanFileName(part.filename), staged };
      else {
        await staged.discard();
        hasEmptyFile = true;
      }
    } catch (error) {
      if (error instanceof SourceFailed) throw unreadable(error.cause);
      if (!(error instanceof FileTooLarge)) throw error;
      refused.large ??= tooLarge(rules.mostBytes);
      part.file.resume();
    }
  }

  raw.on('data', count);
  const parts = request.parts({
    preservePath: true,
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    // Three bytes hold any character that JavaScript counts as one.
    limits: {
      fields: 20,
      files: 20,
      parts: 40,
      fieldSize: 3 * limits.handInText,
      fileSize: Infinity,
      headerPairs: 50,
    },
  });
  try {
    for (;;) {
      const next = parts.next().catch((cause: unknown) => {
        throw unreadable(cause);
      });
      const { done, value: part } = await Promise.race([next, overflow.promise]);
      if (done === true) break;
      if (part.type === 'file') await takeFile(part);
      else await takeText(part);
      if (refused.large !== undefined && isSettled) throw refused.large;
    }
    if (!isSettled) await rules.settleWeek?.('');
    if (refused.large !== undefined) throw refused.large;
    if (refused.other !== undefined) throw refused.other;
    if (hasEmptyFile) throw httpErrors.badRequest('The file is empty. Please choose another one.');
    const upload = texts.get('upload') || null;
    if (upload !== null && file !== null)
      throw httpErrors.badRequest('Please send the file as files or as upload, not as both.');
    return { links: texts.get('links') ?? '', comments: texts.get('comments') ?? '', file, upload };
  } catch (error) {
    await (file as ReceivedFile | null)?.staged.discard();
    throw error;
  } finally {
    raw.off('data', count);
  }
}
