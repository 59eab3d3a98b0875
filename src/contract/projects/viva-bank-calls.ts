import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { changes, conflictBody, endpoint, errorBody, fieldsBody } from '../wire/endpoint.ts';
import { isSeen } from '../unseen.ts';
import { bankLimits, mostOf, questionLists, type QuestionList } from './viva-bank.ts';

/** `html`: null if it looks like plain text. */
export const askedText = z.object({ text: z.string(), html: z.string().nullable() });
export type AskedText = z.infer<typeof askedText>;

const bank = z.object({
  project: z.object({ id: z.string(), name: z.string(), course: z.string() }),
  ...byList(() => z.array(z.string())),
  bring: z.string(),
});
export type StoredBank = z.infer<typeof bank>;

function byList<Schema>(schemaOf: (list: QuestionList) => Schema): Record<QuestionList, Schema> {
  return Object.fromEntries(questionLists.map((list) => [list, schemaOf(list)])) as Record<
    QuestionList,
    Schema
  >;
}

const questionMessage = `A question must have 1 to ${bankLimits.question} characters, on one line`;
const question = z
  .string(questionMessage)
  .trim()
  .min(1, questionMessage)
  .refine(isSeen, questionMessage)
  .max(bankLimits.question, questionMessage)
  .regex(/^[^\r\n]*$/, questionMessage);

const params = z.object({ p_id: z.string() });

export const readVivaBank = endpoint('GET', '/api/staff/projects/:p_id/viva-questions', {
  summary: "The questions for a project's viva, for staff of its course",
  params,
  answers: { 200: bank, 401: errorBody, 404: errorBody },
});

export const changeVivaBank = endpoint('PUT', '/api/staff/projects/:p_id/viva-questions', {
  summary:
    'Change the questions for a project’s viva, Markdown, one a line. Students see `samples` and `bring`, never the others',
  params,
  takesIdempotencyKey: true,
  body: changes({
    ...byList((list) =>
      z
        .array(question, `${list} must be a list of questions`)
        .max(mostOf(list), `At most ${mostOf(list)} questions fit here`),
    ),
    bring: z
      .string('bring must be a text')
      .trim()
      .max(bankLimits.bring, `It can have at most ${bankLimits.bring.toLocaleString('en')} characters`),
  }),
  answers: { 200: bank, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: conflictBody(bank) },
});

const preparation = z.object({
  /** At most three, marked as samples. */
  samples: z.array(askedText),
  /** Null for none. */
  bring: askedText.nullable(),
});
export type Preparation = z.infer<typeof preparation>;

export const readVivaPreparation = endpoint('GET', '/api/students/viva-preparation/:s_id', {
  summary: "Sample questions for the viva of the student's project, and what to bring",
  params: studentParams,
  answers: { 200: preparation, 401: errorBody, 404: errorBody },
});
