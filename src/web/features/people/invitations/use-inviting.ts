import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ExpectedPerson } from '#contract/people/calls';
import { call, type AnswerOf } from '../../../lib/calls/client.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { peopleCount } from '../people-words.ts';

/** For whom: these, or everybody of the batch (null: of all) who was not invited yet. */
type Whom = {
  batch: string | null;
  emails?: readonly string[];
  /** The page shows none of these as invited: whoever is by now keeps that invitation. */
  uninvited?: true;
};

export type Live = Pick<ExpectedPerson, 's_id' | 'invited_at'>;

/**
 * What the office does with invitations of imported people.
 * @param of.emails who is selected
 * @param of.live those of them whose invitation can be withdrawn
 * @param of.onDone after each action
 */
export function useInviting({
  whom,
  emails,
  live,
  onDone,
}: {
  whom: Whom;
  emails: readonly string[];
  live: readonly Live[];
  onDone: () => void;
}) {
  const [printed, setPrinted] = useState<AnswerOf<'printInvitations'> | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const finish = async (next: string) => {
    setTold(next);
    onDone();
    await revalidate();
  };
  /** Of those that were selected as not invited. */
  const keptWords = (invited: number): string => {
    const kept = whom.uninvited === true ? (whom.emails?.length ?? 0) - invited : 0;
    if (kept <= 0) return '';
    return ` ${peopleCount(kept)} ${kept === 1 ? 'was' : 'were'} invited in the meantime or cannot be invited.`;
  };
  const show = async (made: AnswerOf<'printInvitations'>) => {
    const { invitations, left } = made;
    setPrinted(made);
    const next = ` ${peopleCount(left)} are left. Print this sheet first, then the next one.`;
    const words =
      invitations.length === 0
        ? 'Nothing to print.'
        : `${peopleCount(invitations.length)} on the sheet below.`;
    await finish(`${words}${left > 0 ? next : ''}${keptWords(invitations.length)}`);
  };
  const { batch, emails: some, uninvited } = whom;
  const body = {
    batch,
    ...(some !== undefined && { emails: [...some] }),
    ...(uninvited === true && { uninvited }),
  };
  const senders = {
    async send(idempotencyKey: string) {
      const { invited } = await call('sendInvitations', { body, idempotencyKey });
      await finish(`${peopleCount(invited)} invited by email.${keptWords(invited)}`);
    },
    // Without an answer, the same people's sheet is made again.
    print: async (idempotencyKey: string) => show(await call('printInvitations', { body, idempotencyKey })),
    printAgain: async (_: string, sheet: string) =>
      show(await call('printSheetAgain', { params: { sheet } })),
    async settle(_: string, sheet: string) {
      await call('settleSheet', { params: { sheet } });
      await revalidate();
    },
    async remove(idempotencyKey: string) {
      const { removed } = await call('removeImported', { body: { emails: [...emails] }, idempotencyKey });
      await finish(`${peopleCount(removed)} removed.`);
    },
    async revoke(idempotencyKey: string) {
      const invited = Object.fromEntries(live.map(({ s_id, invited_at }) => [s_id, invited_at]));
      const seen = { emails: Object.keys(invited), began: { invited } };
      const { revoked } = await call('revokeInvitations', { body: seen, idempotencyKey });
      await finish(`Invitations of ${peopleCount(revoked)} withdrawn.`);
    },
  };
  const { isBusy, failure, submit } = useForm({
    send: ({ fields: { act: formName, sheet = '' }, key }) =>
      senders[formName as keyof typeof senders](key, sheet),
  });
  const press = (formName: keyof typeof senders, sheet = '') =>
    submit({
      act: formName,
      sheet,
      people: JSON.stringify(formName === 'send' || formName === 'print' ? whom : emails),
    });
  return { printed, told, isBusy, failure, press };
}
