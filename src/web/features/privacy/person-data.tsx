import type { PersonData as Data } from '#contract/privacy/person-data-calls';
import { fillPath } from '#contract/fill-path';
import { limits } from '#contract/limits';
import { paths } from '#contract/paths';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Time } from '../../ui/time.tsx';
import { FoldCard } from '../../ui/fold-card.tsx';
import styles from './person-data.module.css';

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What a press takes away for good, in the office's words. */
function WhatGoes({ goes }: Pick<Data, 'goes'>) {
  const { files, bytes, posts, mails, notices, notes } = goes;
  return (
    <div>
      <h3>What goes for good</h3>
      <ul className={styles['list']}>
        <li>Name, all addresses, phone number, password, and every way to log in</li>
        <li>Exit score, grade, and what was imported about the person</li>
        <li>
          {`Links, comments and file names of what was handed in, and ${counted(files, 'file')}${files > 0 ? ` of ${formatBytes(bytes)} in all` : ''}`}
        </li>
        <li>{`${counted(posts, 'post')} in the forum, with what they said before`}</li>
        <li>
          {`${counted(mails, 'mail')}, ${counted(notices, 'notice')}, ${counted(notes, 'note')} among staff`}
        </li>
        <li>Comments beside marks, second looks, reasons, and the words in the audit log</li>
      </ul>
    </div>
  );
}

function WhatStays({ stays }: Pick<Data, 'stays'>) {
  return (
    <div>
      <h3>What stays</h3>
      <ul className={styles['list']}>
        <li>{`Of ${counted(stays.hand_ins, 'hand-in')}: number, task, times, size and SHA-256, so that a receipt in the person’s hands can still be verified`}</li>
        <li>{`${counted(stays.marks, 'mark')}, as numbers; batch and project, so that counts stay right`}</li>
        <li>In the audit log who did what and when, without words</li>
        <li>What others wrote themselves, also where they name the person</li>
      </ul>
    </div>
  );
}

/** What goes here is still in backups that were made before: each with its age. */
function Backups({ backups }: Pick<Data, 'backups'>) {
  if (backups.length === 0) return null;
  return (
    <div>
      <h3>Still in backups</h3>
      <p>
        These were made before and are not changed. Whoever is found in a restored backup is anonymised again.
      </p>
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
  const form = useActionForm({ act: 'anonymise' });
  return (
    <FoldCard title="Anonymise">
      <div className={styles['columns']}>
        <WhatGoes goes={data.goes} />
        <WhatStays stays={data.stays} />
        <Backups backups={data.backups} />
      </div>
      <ActionForm form={form} button="Anonymise for good" variant="danger" className={styles['form']}>
        <TextField
          label="Address of the person"
          {...form.field('address')}
          type="email"
          autoComplete="off"
          required
          hint={`Type ${data.s_id} to confirm that it is this person.`}
        />
        <TextArea
          label="Reason"
          {...form.field('reason')}
          rows={2}
          required
          maxLength={limits.reason}
          hint="It stays: leave name, address and phone number out of it."
        />
        <p>
          <strong>Nobody can take this back.</strong> Export everything first if the person wants a copy.
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
          'The bytes of files leave within the hour.'
        ) : (
          <span>
            No file has been left since <Time value={files_gone_at} />.
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

/**
 * A person's data, for the office: everything of it as a file, the person's wish to be deleted, and the act that follows it, with
 * what goes and what stays told before the press.
 */
export function PersonData({ data }: { data: Data }) {
  const { s_id, deletion_asked_at, anonymised } = data;
  return (
    <div className={styles['data']}>
      {deletion_asked_at !== null && (
        <Notice tone="warning" role="note">
          Asked to be deleted on <Time value={deletion_asked_at} />.
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
          A ZIP with two folders: one for the person, one for the office alone. The export is written into the
          audit log.
        </p>
      </div>
      {anonymised === null ? <AnonymiseForm data={data} /> : <Anonymised {...data} />}
    </div>
  );
}
