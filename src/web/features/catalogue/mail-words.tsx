import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { MailPreview, MailWordsEntry } from '#contract/catalogue/mail-words-calls';
import { limits } from '#contract/limits';
import { mailTextLimits, mailWords, ourMailText, type MailName, type MailText } from '#contract/mail-words';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { useSeenAction } from '../../lib/forms/use-seen-action.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { centreInRow } from '../../ui/centre-in-row.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './mail-words.module.css';

export const mailWordsPath = '/staff/mails';
export const mailWordsAddress = (mail: MailName): string => `${mailWordsPath}?mail=${mail}`;

const labels = { subject: 'Subject', body: 'Text' };
const shown = ({ subject, body }: MailText): Fields => ({ subject, body });

const readText = ({ subject = '', body = '' }: Fields): MailText => ({ subject, body });
export const readMailText = (fields: Fields) => changedBody(fields, readText);

export function MailList({ mails, current }: { mails: readonly MailWordsEntry[]; current: MailName }) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => centreInRow(row.current, '[aria-current]'));
  return (
    <nav aria-label="Emails" className={styles['nav']}>
      <ul ref={row} className={styles['mails']}>
        {mails.map(({ mail, changed }) => (
          <li key={mail}>
            <Link
              to={mailWordsAddress(mail)}
              className={styles['mail']}
              aria-current={mail === current ? 'page' : undefined}
            >
              <span>{mailWords[mail].label}</span>
              {changed !== null && <Small as="span"> (your words)</Small>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FieldList({ mail }: { mail: MailName }) {
  const { fields, below } = mailWords[mail];
  return (
    <Stack gap={2}>
      <h3>Fields</h3>
      <dl className={styles['fields']}>
        {Object.entries(fields).map(([name, meaning]) => (
          <div key={name} className={styles['field']}>
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Small>{`We always add: ${below}.`}</Small>
    </Stack>
  );
}

function OurWords({ entry: { mail, subject, body, changed } }: { entry: MailWordsEntry }) {
  const form = useSeenAction({
    formName: 'ours',
    target: { mail },
    keepsPlace: true,
    seen: { subject, body },
  });
  const ours = ourMailText(mail);
  return (
    <Stack gap={2}>
      <h3>Our words</h3>
      {changed !== null && (
        <Small>
          <span>{`Yours are from ${changed.by}, `}</span>
          <Time value={changed.at} />
        </Small>
      )}
      <p className={styles['text']}>{`${ours.subject}\n\n${ours.body}`}</p>
      <ActionForm
        form={form}
        button="Use our words"
        conflict={
          form.changed !== null && (
            <blockquote className={styles['text']}>
              {`${form.changed.subject}\n\n${form.changed.body}`}
            </blockquote>
          )
        }
      />
    </Stack>
  );
}

/** The typed text is in another form, where no field can be marked. */
const withReason = <Form extends Pick<ReturnType<typeof useActionForm>, 'errorAt' | 'failure'>>(
  form: Form,
): Form => ({
  ...form,
  failure: form.errorAt('subject') ?? form.errorAt('body') ?? form.failure,
});

function Preview({
  mail,
  text,
  first,
}: {
  mail: MailName;
  text: MailText;
  /** Of what is stored, or of a form that was posted without a script. */
  first: MailPreview;
}) {
  const stored = JSON.stringify(first);
  const [asked, setAsked] = useState({ stored, preview: first });
  // A save replaces what was asked for before.
  const preview = asked.stored === stored ? asked.preview : first;
  const [student, setStudent] = useState('');
  const hidden = { ...text };
  const of = { mail };
  const shows = useActionForm<MailPreview>({
    formName: 'preview',
    target: of,
    hidden,
    revalidates: false,
    onDone: (made) => setAsked({ stored, preview: made }),
  });
  const test = useActionForm({
    formName: 'test',
    target: of,
    hidden: { ...hidden, student },
    keepsPlace: true,
  });
  const { subject, html, text: plain, is_example: isExample } = preview;
  return (
    <Stack as="section" gap={4} aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <ActionForm form={withReason(shows)} button="Update preview" narrow>
        <TextField
          label="Student’s email (optional)"
          name="student"
          value={student}
          error={shows.errorAt('student')}
          onChange={({ target }) => setStudent(target.value)}
          type="email"
          maxLength={limits.email}
          hint="Leave empty for the last student who got such an email."
        />
      </ActionForm>
      <Small>
        {preview.student === null
          ? 'There is no student yet: all data is an example.'
          : `Data of ${preview.student}${isExample ? '. The event is an example' : ''}`}
      </Small>
      <p>
        <strong>{subject}</strong>
      </p>
      <iframe className={styles['preview']} srcDoc={html} title="Preview of the email" sandbox="" />
      <details>
        <summary>Plain text</summary>
        <p className={styles['text']}>{plain}</p>
      </details>
      <ActionForm form={withReason(test)} button="Send me a test email" />
    </Stack>
  );
}

export function MailWordsForm({ entry, preview }: { entry: MailWordsEntry; preview: MailPreview }) {
  const { mail, changed } = entry;
  const form = useChangeForm({
    formName: 'words',
    target: { mail },
    keepsPlace: true,
    changes: { stored: shown(entry), labels, shown },
  });
  const text = readText(form.values);
  return (
    <>
      <Stack as="section" gap={5} aria-labelledby="words">
        <h2 id="words">{mailWords[mail].label}</h2>
        <ChangeForm form={form} button="Save email" variant="primary" gap={4} noValidate>
          <TextField
            label={labels.subject}
            {...form.field('subject')}
            required
            maxLength={mailTextLimits.subject}
          />
          <TextArea
            label={labels.body}
            {...form.field('body')}
            rows={10}
            required
            maxLength={mailTextLimits.body}
            hint="Markdown: **bold**, *italic*, lists and [links](https://…)."
          />
        </ChangeForm>
        <FieldList mail={mail} />
        {changed !== null && <OurWords entry={entry} />}
      </Stack>
      <Preview mail={mail} text={text} first={preview} />
    </>
  );
}
