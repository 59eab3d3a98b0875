import { getsMail, type NoticeMail } from '#contract/notices/notice-kinds';
import * as calls from '#contract/notices/calls';
import { mailsTurnedOff, setMail } from '../../accounts/own-account/mail-choices.ts';
import { signedIn } from '../../accounts/policy.ts';
import { act, readPublic } from '../../accounts/sessions/act.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { openMailLink } from './notice-mails.ts';

export const chooseMail = act(calls.chooseMail, {
  who: signedIn,
  key: { kind: 'mail-choice', content: ({ body: { mail, is_on } }) => [[mail], is_on] },
  async run(writer, { viewer: { accountId: id, role }, body: { mail, is_on } }) {
    if (!getsMail(role, mail)) throw httpErrors.badRequest(`You get no emails of the kind ${mail}.`);
    await setMail(writer, { accountId: id, mail, isOn: is_on });
    return { id };
  },
  answer: async (_, { body }) => body,
});

const unknownLink = () =>
  httpErrors.notFound(
    'This link is not valid. Copy it from the email again, or log in and open "Your account".',
  );

/** The signed link suffices, so that one click in the mail works without a login. */
export const mailLinkCalls = [
  readPublic(calls.readMailLink, {
    async run({ context, query: { token } }) {
      const { reader } = context.database;
      const link = await openMailLink(reader, token);
      if (link === null) throw unknownLink();
      const off = await mailsTurnedOff(reader, { accountId: link.accountId });
      const isOff = (mail: NoticeMail) => off.some((row) => row.mail === mail);
      return { mails: [...link.mails], is_on: !link.mails.every(isOff) };
    },
  }),

  readPublic(calls.chooseMailByLink, {
    async run({ context: { database, clock }, body: { token, is_on }, idempotencyKey: key }) {
      const link = await openMailLink(database.reader, token);
      if (link === null) throw unknownLink();
      const { accountId, mails } = link;
      // The link's holder has no session, so this is no act.
      const request = {
        accountId,
        kind: 'mail-choice',
        key,
        content: [mails, is_on],
        now: clock.now(),
      } as const;
      await database.transaction((writer) =>
        makeOnce(writer, request, async () => {
          for (const mail of mails) await setMail(writer, { accountId, mail, isOn: is_on });
        }),
      );
      return { mails: [...mails], is_on };
    },
  }),
];
