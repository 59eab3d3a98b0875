/** What is issued in the one signed format, by its type. */
const kinds: Record<string, string> = {
  'capstone-certificate': 'certificate',
  'capstone-statement': 'statement of marks',
  'capstone-sheet': 'mark sheet',
  'capstone-viva-record': 'viva record',
};

/** Within a sentence. */
export const kindOfDocument = (type: unknown): string =>
  typeof type === 'string' && Object.hasOwn(kinds, type) ? (kinds[type] as string) : 'document';

/** Whether a file claims to be one, also of a later format or an altered one. */
export const isDocumentLike = (value: object): value is { type: unknown; format: unknown } =>
  'type' in value && 'format' in value && 'commitments' in value;

/** Revoked: of a certificate or statement alone. Replaced: of a record of a viva, by a later one. */
export const documentVerdicts = ['genuine', 'not_genuine', 'revoked', 'replaced'] as const;
export type DocumentVerdict = (typeof documentVerdicts)[number];
