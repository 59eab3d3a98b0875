import { kindOfDocument, type DocumentVerdict } from '#contract/certificates/signed-file';
import type { Task } from '#contract/dates';
import { punctuality } from '#contract/submissions/lateness';
import type { Verdict } from '#contract/submissions/receipt-calls';
import { endSentence } from '../../../lib/end-sentence.ts';
import { focusFromTop } from '../../../lib/focus.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Time } from '../../../ui/time.tsx';
import type { CheckResult, ReceiptFile } from './check-receipt.ts';
import styles from './verify-form.module.css';

const tones = { genuine: 'success', altered: 'error', unknown: 'warning' } as const;

const receiptMessages: Record<Verdict, [title: string, text: string]> = {
  genuine: ['The receipt is genuine', 'It is exactly the receipt that this portal issued.'],
  altered: [
    'The receipt has been altered',
    'This portal issued a receipt with this number, but with other content.',
  ],
  unknown: ['The receipt is unknown', 'This portal has not issued a receipt with this number.'],
};

const fileMessages: Record<Verdict, [title: string, text: string]> = {
  genuine: ['The file is genuine', 'It is exactly the file that was submitted with this receipt.'],
  altered: ['The file is a different one', 'It is not the file that was submitted with this receipt.'],
  unknown: ['The file cannot be checked', 'This portal has not issued a receipt with this number.'],
};

const documentTones = {
  genuine: 'success',
  not_genuine: 'error',
  revoked: 'warning',
  replaced: 'warning',
} as const;

const documentMessages: Record<DocumentVerdict, [title: string, text: string]> = {
  genuine: ['is genuine', 'It is exactly what this portal issued.'],
  not_genuine: [
    'is not genuine',
    'This portal did not issue it with this content, or its holder had it removed.',
  ],
  revoked: ['was revoked', 'This portal issued it and revoked it later.'],
  replaced: ['was replaced', 'This portal issued it. A later record has another result.'],
};

function DocumentVerdictNotice({
  document: { type, verdict },
}: {
  document: NonNullable<CheckResult['document']>;
}) {
  const [title, text] = documentMessages[verdict];
  return (
    <Notice tone={documentTones[verdict]} title={`The ${kindOfDocument(type)} ${title}`} role="note">
      <p>{text}</p>
    </Notice>
  );
}

function Summary({ picked }: { picked: ReceiptFile }) {
  const { student, task, version, submitted_at, late, due_at, file } = picked as {
    student?: { s_name?: string; s_id?: string };
    task?: string;
    version?: number;
    submitted_at?: string;
    late?: boolean;
    due_at?: string;
    file?: { name?: string } | null;
  };
  const said = punctuality({ task: task as Task, late: late === true, due_at });
  return (
    <p>
      <span>{`${student?.s_name} (${student?.s_id}) submitted ${task?.replace('-', ' ')}, version ${version}, on `}</span>
      <Time value={submitted_at ?? ''} isFull />
      <span>{endSentence(`${said ? `, ${said}` : ''}${file ? `, with the file ${file.name}` : ''}`)}</span>
    </p>
  );
}

/** Focused on mount for screen readers. */
export function Verdicts({ result }: { result: CheckResult }) {
  return (
    <section ref={focusFromTop} tabIndex={-1} aria-labelledby="verdict" className={styles['verdicts']}>
      <h2 id="verdict">Result</h2>
      <p className={styles['number']}>{result.number}</p>
      {(['receipt', 'file'] as const).map((about) => {
        const verdict = result[about];
        if (verdict === null) return null;
        const [title, text] = (about === 'receipt' ? receiptMessages : fileMessages)[verdict];
        return (
          <Notice key={about} tone={tones[verdict]} title={title} role="note">
            <p>{text}</p>
            {about === 'receipt' && verdict === 'genuine' && result.picked && (
              <Summary picked={result.picked} />
            )}
          </Notice>
        );
      })}
      {result.document !== undefined && <DocumentVerdictNotice document={result.document} />}
      {result.file === null && result.document === undefined && (
        <p>The file was not checked. Pick it and check again.</p>
      )}
    </section>
  );
}
