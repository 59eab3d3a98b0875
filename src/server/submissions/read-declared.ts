import type { Task } from '#contract/dates';
import { limits } from '#contract/limits';
import { allowedUses } from '#contract/submissions/declaration';
import { declarationById, readDeclaration } from '../courses/declarations.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { taskLabel } from './open-task.ts';
import { scheduleOf } from './queries.ts';
import type { Declared } from './record-submission.ts';
import type { ReceivedForm } from './submission-form.ts';

const nothing: Declared = { declared: null, ai_use: null, ai_text: null };

type Context = Pick<AppContext, 'database'>;

/** What can be declared instead. */
async function unknownDeclaration({ database: { reader } }: Context, accountId: number, task: Task) {
  const [schedule] = await scheduleOf(reader, { accountId });
  const id = schedule?.declarationId ?? null;
  const [row] = id === null ? [] : await declarationById(reader, { id });
  const asked = row && readDeclaration(row.statement, row.ai_use);
  const message = asked
    ? `Your batch asks for another declaration: "${id}", with ai_use ${allowedUses(asked.ai_use[task]).join(' or ')}. Please reload the page.`
    : 'Your batch asks for no declaration. Please reload the page, or send the work without one.';
  return httpErrors.invalidFields(message, [{ name: 'declaration', message }]);
}

/**
 * Any declaration that was once asked is taken: the office may change it while a submission waits offline.
 * @returns nulls for clients that send none
 * @throws 400 for one that was never asked, or an incomplete or forbidden answer
 */
export async function readDeclared(
  context: Context,
  { accountId, task }: { accountId: number; task: Task },
  { declaration: id, declared, ai_use, ai_text }: ReceivedForm['declaration'],
): Promise<Declared> {
  if (`${id}${declared}${ai_use}${ai_text}` === '') return nothing;
  const [row] = await declarationById(context.database.reader, { id });
  const asked = row && readDeclaration(row.statement, row.ai_use);
  if (!asked) throw await unknownDeclaration(context, accountId, task);
  const allowed = allowedUses(asked.ai_use[task]);
  const use = allowed.find((one) => one === ai_use);
  const text = ai_text.replaceAll('\r\n', '\n').trim();
  const wrong: { name: string; message: string }[] = [];
  if (declared === '')
    wrong.push({ name: 'declaration', message: 'Tick the declaration before you submit.' });
  if (use === undefined)
    wrong.push({
      name: 'ai_use',
      message: `Say how you used AI tools. ${taskLabel(task)} allows: ${allowed.join(', ')}.`,
    });
  if (use === 'parts' && text === '')
    wrong.push({ name: 'ai_text', message: 'Say in a few words how you used AI tools.' });
  if (text.length > limits.aiText)
    wrong.push({ name: 'ai_text', message: `ai_text can have at most ${limits.aiText} characters` });
  const [first] = wrong;
  if (first !== undefined) throw httpErrors.invalidFields(first.message, wrong);
  return {
    declared: asked.statement,
    ai_use: use ?? 'none',
    ai_text: use === 'none' || text === '' ? null : text,
  };
}
