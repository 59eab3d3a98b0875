import { vivaSteps } from '#contract/vivas/viva-steps';
import { readPanelQuestions } from '#contract/examiners/question-calls';
import { read } from '../accounts/sessions/act.ts';
import { bankOf, presentAsked } from '../projects/viva-bank/bank.ts';
import { panelMember } from './policy.ts';

export const panelQuestionCall = read(readPanelQuestions, {
  who: panelMember,
  async run({ context, resource: { seat } }) {
    const bank = await bankOf(context.database.reader, seat.projectId ?? '');
    const steps = await Promise.all(
      vivaSteps.map(async (step) => (await presentAsked(bank[step])).map((asked) => ({ step, ...asked }))),
    );
    return steps.flat();
  },
});
