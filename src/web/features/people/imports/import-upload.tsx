import { useState } from 'react';
import { useNavigate } from 'react-router';
import { columnsProblem, importAddress } from '#contract/people/import-fields';
import { call } from '../../../lib/calls/client.ts';
import { useUpload } from '../../../lib/forms/use-upload.ts';
import { Button } from '../../../ui/button.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { Row, Stack } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { NeedsScript, Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';

/** @param rows null until the server has read them */
function progressOf(sent: number, rows: number | null): { label: string; percent: number | null } {
  if (rows !== null) return { label: `Checking ${countOf(rows, 'row')}`, percent: null };
  return sent < 1
    ? { label: 'Uploading', percent: sent * 100 }
    : { label: 'Reading the rows', percent: null };
}

/** Uploads at once, and opens the preview where the columns are known. */
export function ImportUpload() {
  const [file, setFile] = useState<File | null>(null);
  const [rows, setRows] = useState<number | null>(null);
  const navigate = useNavigate();
  const { isBusy, failure, fraction, current, upload } = useUpload(
    'uploadImport',
    async ({ id, columns, rows: count }) => {
      setRows(count);
      const isKnown = columnsProblem(columns) === null;
      const checked = isKnown ? await call('checkImport', { params: { id }, body: { columns } }) : null;
      await navigate(
        importAddress(id, { show: checked !== null && checked.counts.wrong > 0 ? 'wrong' : null }),
      );
    },
  );
  const { sheets = [] } = (current ?? {}) as { sheets?: readonly string[] };
  return (
    <>
      <NeedsScript>
        Reading a spreadsheet needs JavaScript. Turn it on for this page, or ask the operator to run{' '}
        <code>capstone import</code>.
      </NeedsScript>
      <div data-needs-script>
        <FileField
          label="Spreadsheet"
          accept=".csv,.xlsx,.txt"
          hint="CSV or XLSX, with one person in each row. Nothing changes until you import it."
          file={file}
          onChange={(picked) => {
            setFile(picked);
            setRows(null);
            if (picked !== null) upload(picked, { sheet: '' });
          }}
          disabled={isBusy}
        />
        <MessageRoom>
          {isBusy && <ProgressBar {...progressOf(fraction, rows)} />}
          {failure !== undefined && sheets.length === 0 && <Notice tone="error">{failure}</Notice>}
        </MessageRoom>
        {file !== null && sheets.length > 0 && (
          <Stack as="section" gap={3} aria-label="Sheets of the workbook">
            <p role="status">{failure}</p>
            <Row gap={2}>
              {sheets.map((sheet) => (
                <Button key={sheet} variant="secondary" onClick={() => upload(file, { sheet })}>
                  {sheet}
                </Button>
              ))}
            </Row>
          </Stack>
        )}
      </div>
    </>
  );
}
