import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from '../own-account/own-account.module.css';

const fileOf = (codes: readonly string[], s_id: string) =>
  `Recovery codes of ${s_id} for the student portal. Each logs you in once, with your password.\n\n${codes.join('\n')}\n`;

/** Recovery codes, shown once: to print, download or write down. */
export function RecoveryCodes({
  codes,
  s_id,
  onKept,
}: {
  codes: readonly string[];
  s_id: string;
  onKept: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: some browsers return a promise, no effect's cleanup.
    void ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <Stack ref={ref} className={styles['codes']}>
      <Notice tone="warning" title="Save these recovery codes in a safe place">
        <p>
          If you lose your phone, each code logs you in once, with your password. They are shown only once.
        </p>
      </Notice>
      <ol className={styles['factorList']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Row className={styles['actions']}>
        <a
          className={styles['download']}
          download="capstone-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(fileOf(codes, s_id))}`}
        >
          Download
        </a>
        <Button variant="secondary" small onClick={() => print()}>
          Print
        </Button>
        <Button small onClick={onKept}>
          I have saved them
        </Button>
      </Row>
    </Stack>
  );
}
