import { useActionData } from 'react-router';
import type { MailPreview, MailWordsEntry } from '#contract/catalogue/mail-words-calls';
import { mailNames, type MailName } from '#contract/mail-words';
import {
  MailList,
  mailWordsAddress,
  MailWordsForm,
  readMailText,
} from '../features/catalogue/mail-words.tsx';
import styles from '../features/catalogue/mail-words.module.css';
import { removalBody } from '../lib/forms/began-fields.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

const title = 'Emails';
export const meta = pageMeta(title);

type Page = { mails: MailWordsEntry[]; current: MailName; preview: MailPreview };

const mailNamed = (name: string | null | undefined): MailName =>
  mailNames.find((mail) => mail === name) ?? mailNames[0];

const load = officeLoad(async (call, { search }): Promise<Page> => {
  const { mails } = await call('readMailWords');
  const current = mailNamed(search.get('mail'));
  const { subject = '', body = '' } = mails.find(({ mail }) => mail === current) ?? {};
  const preview = await call('previewMailWords', { params: { mail: current }, body: { subject, body } });
  return { mails, current, preview };
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'mail-words-saved': 'The email is saved. It is sent in these words from now on.',
  'mail-words-removed': 'The email is sent in our words again.',
  'mail-test-sent': 'A test email is on its way to you.',
});

const change: SignedInHandler<MailPreview> = async (call, { fields }) => {
  const { act: formName, subject = '', body = '', student = '', 'Idempotency-Key': idempotencyKey } = fields;
  const mail = mailNamed(fields['mail']);
  const params = { mail };
  const address = mailWordsAddress(mail);
  switch (formName) {
    case 'preview':
      return call('previewMailWords', { params, body: { subject, body, student } });
    case 'test':
      await call('sendMailWordsTest', { params, body: { subject, body, student }, idempotencyKey });
      return redirectWithNotice(address, 'mail-test-sent');
    case 'ours':
      await call('removeMailWords', { params, body: removalBody(fields), idempotencyKey });
      return redirectWithNotice(address, 'mail-words-removed');
  }
  await call('changeMailWords', { params, body: readMailText(fields), idempotencyKey });
  return redirectWithNotice(address, 'mail-words-saved');
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

/** Of a form that was posted without a script. */
function usePostedPreview(): MailPreview | null {
  const posted = useActionData<object>();
  return posted !== undefined && 'html' in posted ? (posted as MailPreview) : null;
}

function Screen({ page: { mails, current, preview } }: { page: Page }) {
  const posted = usePostedPreview();
  const entry = mails.find(({ mail }) => mail === current);
  return (
    <>
      <OfficeHead title={title} />
      <div className={styles['sides']}>
        <MailList mails={mails} current={current} />
        {entry !== undefined && <MailWordsForm key={current} entry={entry} preview={posted ?? preview} />}
      </div>
    </>
  );
}

export default function StaffMails() {
  return (
    <StaffScreen<Page>
      isOffice
      title={title}
      failure="The emails could not be loaded"
      skeleton={['form', '24rem']}
    >
      {(page) => <Screen page={page} />}
    </StaffScreen>
  );
}
