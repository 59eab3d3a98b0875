import { z } from 'zod';
import { endpoint, errorBody } from '../wire/endpoint.ts';

/** How a handed-in file can be shown: by what its bytes are, never by its name alone. */
export const previewKinds = ['pdf', 'picture', 'text', 'zip', 'none'] as const;
export type PreviewKind = (typeof previewKinds)[number];

const filePreview = z.object({
  kind: z.enum(previewKinds),
  /** What to tell beside the preview, or why there is none. */
  words: z.string().nullable(),
  /** The preview's own address, for a sandboxed frame or a tab of its own; null where there is none. */
  address: z.string().nullable(),
  /** About how many lines a short text takes; absent for a long one, and for what is no text. */
  rows: z.number().optional(),
  /** A picture's size in pixels. */
  width: z.number().optional(),
  height: z.number().optional(),
});
export type FilePreview = z.infer<typeof filePreview>;

const fileText = z.object({
  text: z.string(),
  /** Whether the file goes on after this. */
  isCut: z.boolean(),
});
export type FileText = z.infer<typeof fileText>;

const ofFile = { params: z.object({ id: z.string() }) } as const;

export const readFilePreview = endpoint('GET', '/api/files/:id/preview', {
  summary:
    'How a handed-in file can be shown to staff, and at which address; the file itself is not in it. 410 where its bytes are lost',
  ...ofFile,
  answers: { 200: filePreview, 401: errorBody, 404: errorBody, 410: errorBody },
});

export const readFileText = endpoint('GET', '/api/files/:id/text', {
  summary: 'The first 200 KB of a handed-in text, for staff; 415 for a file that is no text',
  ...ofFile,
  answers: { 200: fileText, 401: errorBody, 404: errorBody, 410: errorBody, 415: errorBody },
});
