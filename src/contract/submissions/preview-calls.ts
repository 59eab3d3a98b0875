import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint, errorBody } from '../wire/endpoint.ts';

/** By bytes, not by name alone. */
export const previewKinds = ['pdf', 'picture', 'video', 'text', 'zip', 'none'] as const;

const filePreview = z.object({
  kind: z.enum(previewKinds),
  /** Beside the preview, or why there is none. */
  words: z.string().nullable(),
  /** For a sandboxed frame or a new tab; null for none. */
  address: z.string().nullable(),
  /** Estimated, for short texts. */
  rows: z.number().optional(),
  /** In pixels. */
  width: z.number().optional(),
  height: z.number().optional(),
});
export type FilePreview = z.infer<typeof filePreview>;

const fileText = z.object({
  text: z.string(),
  /** The file continues. */
  isCut: z.boolean(),
});

const ofFile = { params: z.object({ id: z.string() }) } as const;

export const readFilePreview = endpoint('GET', '/api/files/:id/preview', {
  summary: 'How a submitted file can be shown to staff, and at which address. 410 if its bytes are lost',
  ...ofFile,
  answers: { 200: filePreview, 401: errorBody, 404: errorBody, 410: errorBody },
});

const pathMessage = `path can have at most ${limits.linePath.toLocaleString('en')} characters`;

/** Of an entry of a ZIP; without it the file itself. */
export const entryPath = z
  .string('path must be a text')
  .min(1, 'path is empty')
  .max(limits.linePath, pathMessage);

export const readFileText = endpoint('GET', '/api/files/:id/text', {
  summary:
    'The first 200 KB of a submitted text, or of a text in a ZIP (`path`), for its student and staff; 415 for other files',
  ...ofFile,
  query: z.object({ path: entryPath.optional() }),
  answers: { 200: fileText, 401: errorBody, 404: errorBody, 410: errorBody, 415: errorBody },
});

const submittedEntry = z.object({
  path: z.string(),
  /** Unpacked, as declared. */
  bytes: z.number(),
  /** By its name: it can be read as text. */
  isText: z.boolean(),
});
export type SubmittedEntry = z.infer<typeof submittedEntry>;

export const listFileEntries = endpoint('GET', '/api/files/:id/entries', {
  summary: 'The first 300 files in a submitted ZIP, for staff; 415 for other files',
  ...ofFile,
  answers: { 200: z.array(submittedEntry), 401: errorBody, 404: errorBody, 410: errorBody, 415: errorBody },
});
