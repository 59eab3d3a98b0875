import type { PersonData as Data } from '#contract/privacy/calls';
import { fillPath } from '#contract/fill-path';
import { limits } from '#contract/limits';
import { paths } from '#contract/paths';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { countOf } from '../../ui/format-number.ts';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Time } from '../../ui/time.tsx';
import { FoldCard } from '../../ui/card.tsx';
import { Stack } from '../../ui/layout.tsx';
import { HoldForm } from './hold-form.tsx';
import styles from './privacy.module.css';

/** What a press takes away for good, in the office's words. */
function WhatGoes({ goes }: Pick<Data, 'goes'>) {
  const { files, bytes, posts, mails, notices, notes } = goes;
  return (
    <div>
      <h3>Removed permanently</h3>
      <ul className={styles['list']}>
        <li>Name, all emails, phone number, password and every way to log in</li>
        <li>Exit score, grade, and other imported data</li>
        <li>
          {`Links, comments and file names of submissions, and ${countOf(files, 'file')}${files > 0 ? ` of ${formatBytes(bytes)} in all` : ''}`}
        </li>
        <li>{`${countOf(posts, 'post')} in the forum, with earlier versions`}</li>
        <li>
          {`${countOf(mails, 'sent email')}, ${countOf(notices, 'notice')}, ${countOf(notes, 'staff note')}`}
        </li>
        <li>Comments on marks, review requests, reasons, and texts in the audit log</li>
      </ul>
    </div>
  );
}

function WhatStays({ stays }: Pick<Data, 'stays'>) {
  return (
    <div>
      <h3>Kept</h3>
      <ul className={styles['list']}>
        <li>{`Receipt number, task, times, size and SHA-256 of ${countOf(stays.hand_ins, 'submission')}, so that receipts can still be verified`}</li>
        <li>{`${countOf(stays.marks, 'mark')}, as numbers; batch and project, so that totals stay correct`}</li>
        <li>In the audit log: who did what and when, without texts</li>
        <li>Texts by others, even if they name the person</li>
      </ul>
    </div>
  );
}

/** Backups that still contain the data, with their age. */
function Backups({ backups }: Pick<Data, 'backups'>) {
  if (backups.length === 0) return null;
  return (
    <div>
      <h3>Still in backups</h3>
      <p>These backups are not changed. After a restore, the person is anonymised again.</p>
      <ul className={styles['list']}>
        {backups.map(({ made_at, place }) => (
          <li key={`${place} ${made_at}`}>
            <Time value={made_at} />
            <span> (</span>
            <TimeAgo value={made_at} />
            <span>{`) in ${place}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function AnonymiseForm({ data }: { data: Data }) {
  const form = useActionForm({ formName: 'anonymise' });
  return (
    <FoldCard title="Anonymise">
      <div className={styles['columns']}>
        <WhatGoes goes={data.goes} />
        <WhatStays stays={data.stays} />
        <Backups backups={data.backups} />
      </div>
      <ActionForm form={form} button="Anonymise permanently" variant="danger" narrow>
        <TextField
          label="Email of the person"
          {...form.field('address')}
          type="email"
          autoComplete="off"
          required
          hint={`Type ${data.s_id} to confirm.`}
        />
        <TextArea
          label="Reason"
          {...form.field('reason')}
          rows={2}
          required
          maxLength={limits.reason}
          hint="The reason stays in the audit log. Do not include name, email or phone number."
        />
        <p>
          <strong>This cannot be undone.</strong> Export everything first if the person wants a copy.
        </p>
      </ActionForm>
    </FoldCard>
  );
}

function Anonymised({ anonymised, stays, backups }: Data) {
  if (anonymised === null) return null;
  const { at, by, reason, files_gone_at } = anonymised;
  return (
    <>
      <p>
        <span>Anonymised on </span>
        <Time value={at} />
        <span>{`${by !== null ? ` by ${by}` : ''}: ${reason}`}</span>
      </p>
      <p>
        {files_gone_at === null ? (
          'The files will be deleted within one hour.'
        ) : (
          <span>
            All files were deleted on <Time value={files_gone_at} />.
          </span>
        )}
      </p>
      <div className={styles['columns']}>
        <WhatStays stays={stays} />
        <Backups backups={backups} />
      </div>
    </>
  );
}

/** For the office. */
export function PersonData({ data }: { data: Data }) {
  const { s_id, deletion_asked_at, anonymised, hold, batch_hold, removal } = data;
  return (
    <Stack gap={3}>
      {deletion_asked_at !== null && (
        <Notice tone="warning" role="note">
          Deletion requested on <Time value={deletion_asked_at} />.
        </Notice>
      )}
      <div>
        <ButtonLink
          variant="secondary"
          to={fillPath(paths.exportPerson.path, { s_id })}
          reloadDocument
          download
        >
          Export everything
        </ButtonLink>
        <p className={styles['hint']}>
          A ZIP with two folders: one for the person, one for the office only. The audit log records the
          export.
        </p>
      </div>
      {removal != null && (
        <Notice role="note">
          <span>This person’s data will be removed automatically, not before </span>
          <Time value={removal.not_before} />
          <span>.</span>
        </Notice>
      )}
      {batch_hold != null && (
        <Notice role="note">{`The batch ${batch_hold.batch} has a hold: ${batch_hold.reason}`}</Notice>
      )}
      {anonymised === null && hold !== undefined && <HoldForm key={s_id} hold={hold} scope="person" />}
      {anonymised === null ? <AnonymiseForm data={data} /> : <Anonymised {...data} />}
    </Stack>
  );
}
