import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/notice.tsx';
import type { Checked } from './check-receipt.ts';
import { verdictMessage } from './verdict-messages.ts';
import styles from './verify-form.module.css';

/** What a genuine receipt says, in one sentence. */
function content({ picked, receipt }: Checked): string | null {
  if (picked === null || receipt !== 'genuine') return null;
  const { student, task, version, submitted_at, late, file } = picked as {
    student?: { s_name?: string; s_id?: string };
    task?: string;
    version?: number;
    submitted_at?: string;
    late?: boolean;
    file?: { name?: string } | null;
  };
  const when = `${submitted_at?.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC, ${late ? 'late' : 'on time'}`;
  const what = file ? `, with the file ${file.name}` : '';
  return `${student?.s_name} (${student?.s_id}) handed in ${task?.replace('-', ' ')}, version ${version}, on ${when}${what}.`;
}

/** The verdicts, which take the focus so that they are read out whole. */
export function Verdicts({ checked }: { checked: Checked }) {
  const part = useRef<HTMLElement>(null);
  useEffect(() => part.current?.focus(), []);
  const says = content(checked);
  return (
    <section ref={part} tabIndex={-1} aria-labelledby="verdict" className={styles['verdicts']}>
      <h2 id="verdict">What we found</h2>
      <p className={styles['number']}>{checked.number}</p>
      {(['receipt', 'file'] as const).map((about) => {
        const verdict = checked[about];
        if (verdict === null) return null;
        const { tone, title, words } = verdictMessage(about, verdict);
        return (
          <Notice key={about} tone={tone} title={title} role="note">
            <p>{words}</p>
            {about === 'receipt' && says !== null && <p>{says}</p>}
          </Notice>
        );
      })}
      {checked.file === null && <p>The handed-in file was not checked: pick it, too, to be sure of it.</p>}
    </section>
  );
}
