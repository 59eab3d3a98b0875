import { vivaSteps } from '../vivas/viva-steps.ts';
import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { askedText } from '../projects/viva-bank-calls.ts';
import { endpoint, errorBody } from '../wire/endpoint.ts';

const bankQuestion = askedText.extend({ step: z.enum(vivaSteps) });
export type BankQuestion = z.infer<typeof bankQuestion>;

export const readPanelQuestions = endpoint('GET', '/api/staff/vivas/:s_id/questions', {
  summary: "The questions that the student's project has for the viva, by step. Only for who is on the panel",
  params: studentParams,
  answers: { 200: z.array(bankQuestion), 401: errorBody },
});
