import { z } from 'zod';
import { endpoint } from '../wire/endpoint.ts';
import { documentVerdicts } from './signed-file.ts';

const text = (name: string, max: number) => {
  const message = `${name} must be that of a signed document`;
  return z.string(message).min(1, message).max(max, message);
};

/** The other members differ by format. Whether they are right is for the verdict, not for the schema. */
const documentToVerify = z.looseObject({ type: text('type', 100), number: text('number', 100) });
export type DocumentToVerify = z.infer<typeof documentToVerify>;

export const verifyDocument = endpoint('POST', '/api/documents/verify', {
  summary:
    'Whether the signed JSON of a certificate, a statement of marks, a mark sheet or a viva record is genuine. Fields without their text are null',
  body: documentToVerify,
  // Readers disagree which of two members counts.
  refusesRepeatedMembers: true,
  answers: { 200: z.object({ verdict: z.enum(documentVerdicts) }) },
});
