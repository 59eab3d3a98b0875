import { useState, type DragEvent } from 'react';
import { useRevalidator } from 'react-router';
import type { CatalogueImport } from '#contract/catalogue/zip-calls';
import { useUpload } from '../../lib/forms/use-upload.ts';
import { refreshSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { NeedsScript, Notice, useAnnouncement } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './catalogue.module.css';

const listedFirst = 30;

/** A browser silently takes the first of several dropped files. @returns the message */
export function refuseSeveralFiles(event: DragEvent): string {
  const { length } = event.dataTransfer.files;
  if (length < 2) return '';
  event.preventDefault();
  return `You dropped ${length} files, but only one can be used. Drop one file.`;
}

/** `courses: 3 to add, 1 to change`, for each kind that changes. */
function countsOf({ parts, imported }: CatalogueImport): string {
  const [add, change] = imported ? ['added', 'changed'] : ['to add', 'to change'];
  const counts = parts.flatMap(({ noun, added, changed }) => {
    const of = [...(added > 0 ? [`${added} ${add}`] : []), ...(changed > 0 ? [`${changed} ${change}`] : [])];
    return of.length === 0 ? [] : [`${noun}: ${of.join(', ')}`];
  });
  return counts.length === 0 ? 'Nothing to change.' : counts.join('; ');
}

function Changes({ changes, imported }: Pick<CatalogueImport, 'changes' | 'imported'>) {
  const [add, change] = imported ? ['Added', 'Changed'] : ['Add', 'Change'];
  const line = ({ kind, what, fields }: CatalogueImport['changes'][number]) =>
    `${kind === 'added' ? add : change} ${what}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`;
  const [first, rest] = [changes.slice(0, listedFirst), changes.slice(listedFirst)];
  return (
    <>
      <ul className={styles['changes']}>
        {first.map((change) => (
          <li key={change.what}>{line(change)}</li>
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary>{`${rest.length} more`}</summary>
          <ul className={styles['changes']}>
            {rest.map((change) => (
              <li key={change.what}>{line(change)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The ZIP of the download: shows its changes first, a second click imports it. */
export function ImportZip() {
  const { revalidate } = useRevalidator();
  const [file, setFile] = useState<File | null>(null);
  const [refused, refuse] = useAnnouncement();
  const [report, setReport] = useState<CatalogueImport | null>(null);
  const {
    isBusy,
    failure,
    fraction: sent,
    upload,
  } = useUpload('importCatalogue', async (answer, { dry_run }) => {
    // Other screens offer the session's batches.
    if (dry_run === undefined) await refreshSession();
    setReport(answer);
    if (dry_run === undefined) await revalidate();
  });
  const send = (zip: File, isDryRun: boolean) => {
    setReport(null);
    upload(zip, isDryRun ? { dry_run: 'yes' } : {});
  };
  const isReady = report !== null && !report.imported && report.changes.length > 0;
  return (
    <>
      <NeedsScript>Importing a ZIP needs JavaScript. Turn it on for this page.</NeedsScript>
      <details className={styles['fold']} data-needs-script>
        <summary>Import a catalogue from a ZIP</summary>
        <div className={styles['upload']}>
          <Field
            label="ZIP file, in the same format as the download"
            hint="At most 32 MB. You see a preview before anything is saved."
          >
            {(control) => (
              <input
                {...control}
                type="file"
                accept=".zip"
                disabled={isBusy}
                onDrop={(event) => refuse(refuseSeveralFiles(event))}
                onChange={({ target }) => {
                  refuse('');
                  const chosen = target.files?.[0] ?? null;
                  setFile(chosen);
                  setReport(null);
                  if (chosen !== null) send(chosen, true);
                }}
              />
            )}
          </Field>
          <MessageRoom>
            {isBusy && (
              <ProgressBar
                label={sent < 1 ? 'Uploading' : 'Reading the catalogue'}
                percent={sent < 1 ? sent * 100 : null}
              />
            )}
            {refused.words !== '' && (
              <Notice key={refused.count} tone="error">
                {refused.words}
              </Notice>
            )}
            {failure !== undefined && <Notice tone="error">{failure}</Notice>}
            {report !== null && report.faults.length > 0 && (
              <Notice tone="error" title="Nothing was imported. Fix these errors first.">
                <ul className={styles['changes']}>
                  {report.faults.map(({ file: name, line, column, message }) => (
                    <li key={`${name} ${line} ${column} ${message}`}>
                      {`${name}, line ${line}: ${message}`}
                    </li>
                  ))}
                </ul>
              </Notice>
            )}
            {report !== null && report.faults.length === 0 && (
              <Notice
                tone={report.imported ? 'success' : 'info'}
                title={report.imported ? `Imported. ${countsOf(report)}` : countsOf(report)}
              >
                <Changes {...report} />
              </Notice>
            )}
          </MessageRoom>
          {isReady && file !== null && (
            <div>
              <Button busy={isBusy} onClick={() => send(file, false)}>
                Import this
              </Button>
            </div>
          )}
        </div>
      </details>
    </>
  );
}
